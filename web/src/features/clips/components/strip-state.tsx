import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './clips-bar.module.css';

/** Show placeholder tiles while the list of players with clips loads. */
export function LoadingTiles() {
  return (
    <>
      <li>
        <VisuallyHidden role="status">{CLIP_TEXTS.loading}</VisuallyHidden>
        <SkeletonTile />
      </li>
      {repeat(8, (index) => (
        <li key={index} aria-hidden="true">
          <SkeletonTile />
        </li>
      ))}
    </>
  );
}

/** Show a placeholder for a tile. */
export function SkeletonTile() {
  return (
    <span className={styles.tile}>
      <Skeleton width="4.5rem" height="4.5rem" radius="portrait" />
      <Skeleton width="3rem" height="0.8rem" className={styles.loadingName} />
    </span>
  );
}

type StripMessageProps = {
  text: string;
  detail?: string;
  /** Tries again. Set after a failure. */
  retry?: () => void;
  busy?: boolean;
};

/** Show a short message in the row in place of players. */
export function StripMessage({ text, detail, retry, busy = false }: StripMessageProps) {
  return (
    <li className={styles.message}>
      <p role={retry && 'alert'}>
        <strong>{text}</strong>
        {detail && <span>{detail}</span>}
      </p>
      {retry && (
        <Button size="small" busy={busy} onClick={retry}>
          {CLIP_TEXTS.retry}
        </Button>
      )}
    </li>
  );
}
