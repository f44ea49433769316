import { SHARE_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { Clapperboard, Image, SquarePlay } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazily } from '../../../lib/lazily.ts';
import type { Draft } from '../draft.ts';
import styles from './share-box.module.css';

const loadGifs = () => import('../../gifs/components/gif-picker.tsx');
const loadPhotos = () => import('../../photos/components/photo-picker.tsx');
const GifPicker = lazily(loadGifs, 'GifPicker');
const PhotoPicker = lazily(loadPhotos, 'PhotoPicker');

type ShareButtonsProps = { draft: Draft; change: (patch: Partial<Draft>) => void };

/** The ways to add a medium to a post. */
export function ShareButtons({ draft, change }: ShareButtonsProps) {
  const [open, setOpen] = useState<'photo' | 'gif' | null>(null);
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const show = (dialog: 'photo' | 'gif') => {
    setWanted(new Set([...wanted, dialog]));
    setOpen(dialog);
  };
  const close = () => setOpen(null);
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className={styles.add}
        title={SHARE_TEXTS.addPhoto}
        onPointerEnter={() => void loadPhotos().catch(() => undefined)}
        onClick={() => show('photo')}
      >
        <Image size={20} aria-hidden="true" />
        {SHARE_TEXTS.photo}
      </button>
      <button
        type="button"
        className={styles.add}
        title={SHARE_TEXTS.addGif}
        onPointerEnter={() => void loadGifs().catch(() => undefined)}
        onClick={() => show('gif')}
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
      {wanted.has('photo') && (
        <Suspense>
          <PhotoPicker
            open={open === 'photo'}
            onClose={close}
            onPick={(photo) => {
              close();
              change({ photo });
            }}
          />
        </Suspense>
      )}
      {wanted.has('gif') && (
        <Suspense>
          <GifPicker
            open={open === 'gif'}
            onClose={close}
            onPick={(gif) => {
              close();
              change({ gif });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
