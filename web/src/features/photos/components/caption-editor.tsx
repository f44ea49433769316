import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { type KeyboardEvent, useState } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { isComposing } from '../../../lib/composition.ts';
import { readErrorText } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useCloseOnBack } from '../../../ui/use-close-on-back.ts';
import type { useGalleryActions } from '../use-gallery.ts';
import styles from './caption-editor.module.css';

type CaptionEditorProps = {
  photo: Photo;
  save: ReturnType<typeof useGalleryActions>['caption'];
  done: () => void;
};

/** Edit a photo's caption: Enter saves, Escape and the back button cancel. */
export function CaptionEditor({ photo, save, done }: CaptionEditorProps) {
  const [text, setText] = useState(photo.caption);
  const [failure, setFailure] = useState<string | null>(null);
  const isMuted = useMute() !== null;
  useCloseOnBack(true, done);
  const submit = () => {
    if (save.isPending) return;
    if (text.trim() === photo.caption) return done();
    if (text.trim().length > LIMITS.photos.caption) return setFailure(PHOTO_TEXTS.captionTooLong);
    setFailure(null);
    save.mutate(
      { photo, text },
      {
        onSuccess: done,
        onError: async (thrown) => setFailure(await readErrorText(thrown, PHOTO_TEXTS.captionFailed)),
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Stop Escape, because it would also close the surrounding lightbox.
    if (event.key === 'Escape') event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') done();
    else if (event.key === 'Enter' && !event.shiftKey) submit();
    else return;
    event.preventDefault();
  };
  if (isMuted) {
    return (
      <div className={styles.form}>
        <MutedNote />
        <Row gap={2} justify="end" align="stretch">
          <Button size="small" autoFocus onClick={done}>
            {PHOTO_TEXTS.cancel}
          </Button>
        </Row>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        autoFocus
        label={PHOTO_TEXTS.caption}
        limit={LIMITS.photos.caption}
        readOnly={save.isPending}
        value={text}
        error={failure}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Row gap={2} justify="end" align="stretch">
        <Button size="small" onClick={done}>
          {PHOTO_TEXTS.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit" busy={save.isPending}>
          {PHOTO_TEXTS.saveCaption}
        </Button>
      </Row>
    </form>
  );
}
