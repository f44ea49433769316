import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './gif-choice.module.css';

/** The GIF picker, loaded when it first opens. */
export const GifPicker = lazyComponent(() => import('./gif-picker.tsx'), 'GifPicker');

/** Render the button that opens the GIF picker. */
export function GifButton({ label, onPick }: { label: string; onPick: (gif: GifChoice) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        className={styles.add}
        aria-haspopup="dialog"
        onPointerEnter={GifPicker.preload}
        onClick={() => setOpen(true)}
      >
        <Text as="span" size={1} className={styles.sign} aria-hidden="true">
          GIF
        </Text>
      </IconButton>
      <LazyMount open={open}>
        <GifPicker
          open={open}
          onClose={() => setOpen(false)}
          onPick={(gif) => {
            setOpen(false);
            onPick(gif);
          }}
        />
      </LazyMount>
    </>
  );
}
