import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Plus, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { MEDIA_ACCEPT, mediaFileError } from '../../../lib/media-file.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { postClip } from '../uploads.ts';
import styles from './clips-bar.module.css';
import { TileContent } from './tile-content.tsx';

const UploadSheet = lazyComponent(() => import('./upload-sheet.tsx'), 'UploadSheet');

type AddClipProps = {
  me: PlayerRef;
  /** Renders the clips bar with this button in it. File errors are shown below the clips bar. */
  children: (button: ReactNode) => ReactNode;
};

/** Let the player choose, describe and post a clip. */
export function AddClip({ me, children }: AddClipProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<{ text: string } | null>(null);
  const [hasPressed, setHasPressed] = useState(false);
  const isMuted = useMute() !== null;
  const refusal = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again if the same error is repeated
  useEffect(() => {
    // Newer browsers return a promise from scrollIntoView; an effect must not return it.
    refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [error, hasPressed]);
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const found = mediaFileError(chosen, CLIP_TEXTS);
    setError(found === null ? null : { text: found });
    if (found !== null) return;
    setFile(chosen);
    setOpen(true);
  };
  const button = (
    <button
      type="button"
      className={styles.tile}
      onPointerEnter={UploadSheet.preload}
      onClick={() => (isMuted ? setHasPressed(true) : input.current?.click())}
    >
      <TileContent name={CLIP_TEXTS.add} look="add">
        <Plus size={26} aria-hidden="true" />
      </TileContent>
    </button>
  );
  return (
    <>
      <FileInput
        ref={input}
        accept={MEDIA_ACCEPT}
        label={CLIP_TEXTS.add}
        onFiles={([chosen]) => choose(chosen)}
      />
      {children(button)}
      {isMuted && hasPressed && (
        <Stack ref={refusal} paddingInline={4} paddingBottom={4}>
          <MutedNote />
        </Stack>
      )}
      {!isMuted && error && (
        <Row ref={refusal} gap={2} justify="between" paddingInline={4} paddingBottom={2}>
          <Text role="alert" tone="danger">
            {error.text}
          </Text>
          <IconButton size="small" label={UI_TEXTS.close} onClick={() => setError(null)}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </Row>
      )}
      {file && (
        <Suspense>
          <UploadSheet
            file={file}
            open={open}
            onClose={() => setOpen(false)}
            onPost={(caption, thumb) => {
              setOpen(false);
              postClip(file, { caption, thumb, user: me });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
