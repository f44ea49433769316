import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { useState } from 'react';
import { lazily } from '../../../lib/lazily.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import styles from './gif-choice.module.css';

/** The window of GIFs, loaded when it first opens. */
export const GifPicker = lazily(() => import('./gif-picker.tsx'), 'GifPicker');

/** The button that opens the window of GIFs. */
export function GifButton({ label, onPick }: { label: string; onPick: (gif: GifChoice) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        className={styles.add}
        aria-haspopup="dialog"
        onPointerEnter={GifPicker.prepare}
        onClick={() => setOpen(true)}
      >
        <span className={styles.sign} aria-hidden="true">
          GIF
        </span>
      </IconButton>
      <OnceOpen open={open}>
        <GifPicker
          open={open}
          onClose={() => setOpen(false)}
          onPick={(gif) => {
            setOpen(false);
            onPick(gif);
          }}
        />
      </OnceOpen>
    </>
  );
}
