import { SHARE_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Clapperboard, Image, SquarePlay } from 'lucide-react';
import { useState } from 'react';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { GifPicker } from '../../gifs/index.ts';
import { PhotoPicker } from '../../photos/index.ts';
import type { Draft } from '../draft.ts';
import styles from './share-box.module.css';

type ShareButtonsProps = { draft: Draft; change: (patch: Partial<Draft>) => void };

/** The ways to add a medium to a post. */
export function ShareButtons({ draft, change }: ShareButtonsProps) {
  const [open, setOpen] = useState<'photo' | 'gif' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className={styles.add}
        title={SHARE_TEXTS.addPhoto}
        onPointerEnter={PhotoPicker.prepare}
        onClick={() => setOpen('photo')}
      >
        <Image size={20} aria-hidden="true" />
        {SHARE_TEXTS.photo}
      </button>
      <button
        type="button"
        className={styles.add}
        title={SHARE_TEXTS.addGif}
        onPointerEnter={GifPicker.prepare}
        onClick={() => setOpen('gif')}
      >
        <Clapperboard size={20} aria-hidden="true" />
        {SHARE_TEXTS.gif}
      </button>
      <button
        type="button"
        className={styles.add}
        title={SHARE_TEXTS.addYoutube}
        aria-expanded={draft.youtube !== null}
        onClick={() => change({ youtube: draft.youtube === null ? '' : null })}
      >
        <SquarePlay size={20} aria-hidden="true" />
        {SHARE_TEXTS.youtube}
      </button>
      <OnceOpen open={open === 'photo'}>
        <PhotoPicker
          open={open === 'photo'}
          onClose={close}
          onPick={(photo) => {
            close();
            change({ photo });
          }}
        />
      </OnceOpen>
      <OnceOpen open={open === 'gif'}>
        <GifPicker
          open={open === 'gif'}
          onClose={close}
          onPick={(gif) => {
            close();
            change({ gif });
          }}
        />
      </OnceOpen>
    </div>
  );
}
