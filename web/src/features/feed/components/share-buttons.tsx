import { POST_COMPOSER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Clapperboard, Image, SquarePlay } from 'lucide-react';
import { useState } from 'react';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { GifPicker } from '../../gifs/index.ts';
import { PhotoPicker } from '../../photos/index.ts';
import type { Draft } from '../draft.ts';
import styles from './share-box.module.css';

type ShareButtonsProps = { draft: Draft; change: (patch: Partial<Draft>) => void };

/** Show the buttons that add a photo, a GIF or a video to a post. */
export function ShareButtons({ draft, change }: ShareButtonsProps) {
  const [open, setOpen] = useState<'photo' | 'gif' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className={styles.add}
        title={POST_COMPOSER_TEXTS.addPhoto}
        onPointerEnter={PhotoPicker.preload}
        onClick={() => setOpen('photo')}
      >
        <Image size={20} aria-hidden="true" />
        {POST_COMPOSER_TEXTS.photo}
      </button>
      <button
        type="button"
        className={styles.add}
        title={POST_COMPOSER_TEXTS.addGif}
        onPointerEnter={GifPicker.preload}
        onClick={() => setOpen('gif')}
      >
        <Clapperboard size={20} aria-hidden="true" />
        {POST_COMPOSER_TEXTS.gif}
      </button>
      <button
        type="button"
        className={styles.add}
        title={POST_COMPOSER_TEXTS.addYoutube}
        aria-expanded={draft.youtube !== null}
        onClick={() => change({ youtube: draft.youtube === null ? '' : null })}
      >
        <SquarePlay size={20} aria-hidden="true" />
        {POST_COMPOSER_TEXTS.youtube}
      </button>
      <LazyMount open={open === 'photo'}>
        <PhotoPicker
          open={open === 'photo'}
          onClose={close}
          onPick={(photo) => {
            close();
            change({ photo });
          }}
        />
      </LazyMount>
      <LazyMount open={open === 'gif'}>
        <GifPicker
          open={open === 'gif'}
          onClose={close}
          onPick={(gif) => {
            close();
            change({ gif });
          }}
        />
      </LazyMount>
    </div>
  );
}
