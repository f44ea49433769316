import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { isComposing } from '../../../lib/composition.ts';
import { hasHeicBytes, mediaKind } from '../../../lib/media-file.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { captureFirstFrame } from '../first-frame.ts';
import styles from './upload-sheet.module.css';

type UploadSheetProps = {
  file: File;
  open: boolean;
  onClose: () => void;
  /** `thumb` is a frame near the start of a video, if the browser could capture one; null for a picture. */
  onPost: (caption: string, thumb: Blob | null) => void;
};

/** Show a dialog to preview a chosen file and write a caption before posting it. Load it with `lazyComponent()`. */
export function UploadSheet({ file, open, onClose, onPost }: UploadSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title={CLIP_TEXTS.newClip} description={CLIP_TEXTS.newText}>
      <Content file={file} onClose={onClose} onPost={onPost} />
    </Dialog>
  );
}

const EMPTY_DRAFT = { caption: '' };

function Content({ file, onClose, onPost }: Omit<UploadSheetProps, 'open'>) {
  const isVideo = mediaKind(file) === 'video';
  const [url, setUrl] = useState<string | null>(null);
  const [{ caption }, setDraft] = useDraft(useUser().id, 'clip', EMPTY_DRAFT);
  const [busy, setBusy] = useState(false);
  const [broken, setBroken] = useState(false);
  const frame = useRef<Promise<Blob | null>>(Promise.resolve(null));
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setBroken(false);
    frame.current = isVideo ? captureFirstFrame(made) : Promise.resolve(null);
    return () => URL.revokeObjectURL(made);
  }, [file, isVideo]);
  const tooLong = caption.trim().length > LIMITS.clips.caption;
  const post = async () => {
    if (busy || tooLong || broken) return;
    setBusy(true);
    const thumb = await frame.current;
    setDraft(null);
    onPost(caption.trim(), thumb);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void post();
  };
  return (
    <Stack
      as="form"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
    >
      <div className={styles.stage}>
        {url && <Preview key={url} file={file} url={url} video={isVideo} onBroken={() => setBroken(true)} />}
      </div>
      <TextArea
        label={CLIP_TEXTS.caption}
        placeholder={CLIP_TEXTS.captionHint}
        limit={LIMITS.clips.caption}
        value={caption}
        error={tooLong ? CLIP_TEXTS.captionTooLong : null}
        onChange={(event) => setDraft({ caption: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <Row gap={2} justify="end" align="stretch" className={styles.actions}>
        <Button onClick={onClose}>{CLIP_TEXTS.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy} aria-disabled={tooLong || broken || undefined}>
          {CLIP_TEXTS.post}
        </Button>
      </Row>
    </Stack>
  );
}

type PreviewProps = { file: File; url: string; video: boolean; onBroken: () => void };

function Preview({ file, url, video, onBroken }: PreviewProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const label = CLIP_TEXTS.preview(file.name);
  const onError = async () => {
    setFailure(video ? CLIP_TEXTS.noPreview : CLIP_TEXTS.noPicture);
    if (video) return;
    // Reject a picture that this browser cannot show. Accept a video, because other browsers might have its codec.
    onBroken();
    if (await hasHeicBytes(file)) setFailure(MEDIA_TEXTS.heic);
  };
  if (failure !== null)
    return (
      <p role={video ? undefined : 'alert'} className={styles.failed}>
        <strong>{file.name}</strong>
        {failure}
      </p>
    );
  return video ? (
    // biome-ignore lint/a11y/useMediaCaption: it is the player's own file
    <video
      src={url}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onError={() => void onError()}
      onLoadedData={({ currentTarget }) => currentTarget.videoWidth === 0 && void onError()}
    />
  ) : (
    <img src={url} alt={label} onError={() => void onError()} />
  );
}
