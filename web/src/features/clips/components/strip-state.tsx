import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './clips-bar.module.css';

/** Players that are coming. */
export function Waiting() {
  return (
    <>
      <li>
        <VisuallyHidden role="status">{CLIP_TEXTS.loading}</VisuallyHidden>
        <WaitingTile />
      </li>
      {repeat(8, (place) => (
        <li key={place} aria-hidden="true">
          <WaitingTile />
        </li>
      ))}
    </>
  );
}

export function WaitingTile() {
  return (
    <span className={styles.tile}>
      <Skeleton width="4.5rem" height="4.5rem" round />
      <Skeleton width="3rem" height="0.8rem" className={styles.waitingName} />
    </span>
  );
}

type SaidProps = {
  text: string;
  more?: string;
  /** Given where something failed. */
  retry?: () => void;
  busy?: boolean;
};

/** A few words in the row, where players would be. */
export function Said({ text, more, retry, busy = false }: SaidProps) {
  return (
    <li className={styles.said}>
      <p role={retry && 'alert'}>
        <strong>{text}</strong>
        {more && <span>{more}</span>}
      </p>
      {retry && (
        <Button size="small" busy={busy} onClick={retry}>
          {CLIP_TEXTS.retry}
        </Button>
      )}
    </li>
  );
}
