import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Gif } from '../../feed/components/post-media.tsx';
import styles from './gif-choice.module.css';

const loadPicker = () => import('../../gifs/components/gif-picker.tsx');
const GifPicker = lazy(async () => ({ default: (await loadPicker()).GifPicker }));

/** The button that opens the window of GIFs. */
export function GifButton({ onPick }: { onPick: (gif: GifChoice) => void }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <IconButton
        label={FORUM_TEXTS.addGif}
        className={styles.add}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadPicker().catch(() => undefined)}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <span className={styles.sign} aria-hidden="true">
          {FORUM_TEXTS.gif}
        </span>
      </IconButton>
      {wanted && (
        <Suspense>
          <GifPicker
            open={open}
            onClose={() => setOpen(false)}
            onPick={(gif) => {
              setOpen(false);
              onPick(gif);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The GIF that goes along, with the way to take it out again. */
export function ChosenGif({ gif, onRemove }: { gif: GifChoice; onRemove: () => void }) {
  return (
    <div className={styles.chosen}>
      <Gif url={gif.url} alt={FORUM_TEXTS.chosenGif} small />
      <IconButton label={FORUM_TEXTS.removeGif} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
