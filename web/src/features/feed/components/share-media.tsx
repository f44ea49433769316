import { SHARE_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MovingGif } from '../../../entities/media/index.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Draft } from '../draft.ts';
import styles from './share-box.module.css';

type ShareMediaProps = {
  draft: Draft;
  /** Takes something out. */
  change: (patch: Partial<Draft>) => void;
  write: (patch: Partial<Draft>) => void;
  youtubeFault: string | null;
};

/** What goes with a post that is being written, each with the way to take it out again. */
export function ShareMedia({ draft, change, write, youtubeFault }: ShareMediaProps) {
  const { photo, gif, youtube } = draft;
  return (
    <>
      {(photo || gif) && (
        <div className={styles.chosen}>
          {photo && (
            <Chosen remove={SHARE_TEXTS.removePhoto} onRemove={() => change({ photo: null })}>
              <img
                src={photo.thumbUrl}
                alt={photo.caption || SHARE_TEXTS.chosenPhoto}
                width={128}
                height={128}
              />
            </Chosen>
          )}
          {gif && (
            <Chosen remove={SHARE_TEXTS.removeGif} onRemove={() => change({ gif: null })}>
              <MovingGif src={gif.url} alt={SHARE_TEXTS.chosenGif} width={128} height={128} />
            </Chosen>
          )}
        </div>
      )}
      {youtube !== null && (
        <div className={styles.youtube}>
          <Field
            autoFocus
            type="url"
            inputMode="url"
            label={SHARE_TEXTS.youtubeUrl}
            placeholder="https://youtu.be/…"
            autoComplete="off"
            maxLength={500}
            value={youtube}
            error={youtubeFault ?? undefined}
            className={styles.address}
            onChange={(event) => write({ youtube: event.target.value })}
          />
          <IconButton label={SHARE_TEXTS.removeYoutube} onClick={() => change({ youtube: null })}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </>
  );
}

type ChosenProps = { remove: string; onRemove: () => void; children: ReactNode };

function Chosen({ remove, onRemove, children }: ChosenProps) {
  return (
    <div className={styles.medium}>
      {children}
      <IconButton label={remove} size="small" className={styles.takeOut} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
