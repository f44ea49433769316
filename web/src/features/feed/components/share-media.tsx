import { POST_COMPOSER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { AnimatedGif } from '../../../entities/media/index.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import type { Draft } from '../draft.ts';
import styles from './share-box.module.css';

type ShareMediaProps = {
  draft: Draft;
  /** Called with a patch that removes the photo, GIF or video. The pressed button disappears, so move the focus. */
  onRemove: (patch: Partial<Draft>) => void;
  onChange: (patch: Partial<Draft>) => void;
  youtubeError: string | null;
};

/** Show the photo, GIF and video of a post draft, each with a button to remove it. */
export function ShareMedia({ draft, onRemove, onChange, youtubeError }: ShareMediaProps) {
  const { photo, gif, youtube } = draft;
  return (
    <>
      {(photo || gif) && (
        <Row gap={3} align="stretch" wrap>
          {photo && (
            <ChosenMedia remove={POST_COMPOSER_TEXTS.removePhoto} onRemove={() => onRemove({ photo: null })}>
              <img
                src={photo.thumbUrl}
                alt={photo.caption || POST_COMPOSER_TEXTS.chosenPhoto}
                width={128}
                height={128}
              />
            </ChosenMedia>
          )}
          {gif && (
            <ChosenMedia remove={POST_COMPOSER_TEXTS.removeGif} onRemove={() => onRemove({ gif: null })}>
              <AnimatedGif src={gif.url} alt={POST_COMPOSER_TEXTS.chosenGif} width={128} height={128} />
            </ChosenMedia>
          )}
        </Row>
      )}
      {youtube !== null && (
        <Row gap={2} align="end" className={styles.youtube}>
          <Stack grow>
            <Field
              autoFocus
              type="url"
              inputMode="url"
              label={POST_COMPOSER_TEXTS.youtubeUrl}
              placeholder="https://youtu.be/…"
              autoComplete="off"
              maxLength={500}
              value={youtube}
              error={youtubeError ?? undefined}
              onChange={(event) => onChange({ youtube: event.target.value })}
            />
          </Stack>
          <IconButton label={POST_COMPOSER_TEXTS.removeYoutube} onClick={() => onRemove({ youtube: null })}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </Row>
      )}
    </>
  );
}

type ChosenMediaProps = { remove: string; onRemove: () => void; children: ReactNode };

function ChosenMedia({ remove, onRemove, children }: ChosenMediaProps) {
  return (
    <div className={styles.media}>
      {children}
      <IconButton label={remove} size="small" className={styles.removeButton} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
