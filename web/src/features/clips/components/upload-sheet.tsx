import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { kindOf } from '../../../lib/media-file.ts';
import { useKeptDraft } from '../../../lib/use-kept-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { useUser } from '../../accounts/api.ts';
import { firstFrame } from '../first-frame.ts';
import styles from './upload-sheet.module.css';

type UploadSheetProps = {
  file: File;
  open: boolean;
  onClose: () => void;
  /** `thumb` is the first frame of a video, where the browser could draw it. */
  onPost: (caption: string, thumb: Blob | null) => void;
};

/** A window in which a chosen file is looked at and described before it is posted. Load it with `lazily()`. */
export function UploadSheet({ file, open, onClose, onPost }: UploadSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title={CLIP_TEXTS.newClip} description={CLIP_TEXTS.newText}>
      <Content file={file} onClose={onClose} onPost={onPost} />
    </Dialog>
  );
}

const NOTHING = { caption: '' };

function Content({ file, onClose, onPost }: Omit<UploadSheetProps, 'open'>) {
  const isVideo = kindOf(file) === 'video';
  const [url, setUrl] = useState<string | null>(null);
  const [{ caption }, setDraft] = useKeptDraft(useUser().id, 'clip', NOTHING);
  const [busy, setBusy] = useState(false);
  const frame = useRef<Promise<Blob | null>>(Promise.resolve(null));
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    frame.current = isVideo ? firstFrame(made) : Promise.resolve(null);
    return () => URL.revokeObjectURL(made);
  }, [file, isVideo]);
  const tooLong = caption.trim().length > LIMITS.clips.caption;
  const post = async () => {
    if (busy || tooLong) return;
    setBusy(true);
    const thumb = await frame.current;
    setDraft(null);
    onPost(caption.trim(), thumb);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void post();
  };
  return (
    <form
      className={rhythm.stack4}
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
    >
      <div className={styles.stage}>{url && <Preview key={url} file={file} url={url} video={isVideo} />}</div>
      <TextArea
        label={CLIP_TEXTS.caption}
        placeholder={CLIP_TEXTS.captionHint}
        limit={LIMITS.clips.caption}
        value={caption}
        error={tooLong ? CLIP_TEXTS.captionTooLong : null}
        onChange={(event) => setDraft({ caption: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.deeds}>
        <Button onClick={onClose}>{CLIP_TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy} aria-disabled={tooLong || undefined}>
          {CLIP_TEXTS.post}
        </Button>
      </div>
    </form>
  );
}

function Preview({ file, url, video }: { file: File; url: string; video: boolean }) {
  const [failed, setFailed] = useState(false);
  const label = CLIP_TEXTS.preview(file.name);
  const onError = () => setFailed(true);
  if (failed)
    return (
      <p className={styles.failed}>
        <strong>{file.name}</strong>
        {CLIP_TEXTS.noPreview}
      </p>
    );
  return video ? (
    // biome-ignore lint/a11y/useMediaCaption: it is one's own
    <video src={url} aria-label={label} controls playsInline preload="metadata" onError={onError} />
  ) : (
    <img src={url} alt={label} onError={onError} />
  );
}
