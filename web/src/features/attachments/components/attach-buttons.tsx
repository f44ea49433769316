import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { ImagePlus, Timer } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { MEDIA_ACCEPT } from '../../../lib/media-file.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { GifButton } from '../../gifs/index.ts';
import { addFiles, setTemporary, useTray } from '../uploads.ts';
import styles from './attach-buttons.module.css';

const YoutubeDialog = lazyComponent(() => import('./youtube-dialog.tsx'), 'YoutubeDialog');

type AttachButtonsProps = { trayId: string; onGif: (gif: GifChoice) => void };

/** Show the buttons that add attachments to a message. */
export function AttachButtons({ trayId, onGif }: AttachButtonsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { temporary } = useTray(trayId);
  return (
    <Row grow>
      <FileInput
        ref={picker}
        accept={MEDIA_ACCEPT}
        multiple
        label={ATTACHMENT_TEXTS.add}
        onFiles={(files) => addFiles(trayId, files)}
      />
      <IconButton
        label={ATTACHMENT_TEXTS.add}
        className={styles.button}
        onClick={() => picker.current?.click()}
      >
        <ImagePlus size={22} aria-hidden="true" />
      </IconButton>
      <GifButton label={ATTACHMENT_TEXTS.gif} onPick={onGif} />
      <IconButton label={ATTACHMENT_TEXTS.youtube} className={styles.button} onClick={() => setOpen(true)}>
        <YoutubeGlyph />
      </IconButton>
      <button
        type="button"
        role="switch"
        aria-checked={temporary}
        aria-label={ATTACHMENT_TEXTS.temporary}
        title={ATTACHMENT_TEXTS.temporary}
        className={styles.switch}
        onClick={() => setTemporary(trayId, !temporary)}
      >
        <Timer size={20} aria-hidden="true" />
        <span>
          {ATTACHMENT_TEXTS.isTemporary}
          <span className={styles.more}> · {ATTACHMENT_TEXTS.day}</span>
        </span>
      </button>
      <LazyMount open={open}>
        <YoutubeDialog open={open} onClose={() => setOpen(false)} trayId={trayId} />
      </LazyMount>
    </Row>
  );
}

function YoutubeGlyph() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x="2" y="5" width="20" height="14" rx="4" />
      <path d="m10 9 5 3-5 3z" fill="currentColor" stroke="none" />
    </svg>
  );
}
