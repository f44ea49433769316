import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { clsx } from 'clsx';
import { ImageOff, Pause, Play } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { CALM } from '../../lib/calm.ts';
import { useMedia } from '../../lib/use-media.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './moving-gif.module.css';

/** Whether GIFs move, and the way to change that: they stand still for who wants less motion, until told to play. */
export function useMoves(): [moves: boolean, toggle: () => void] {
  const isCalm = useMedia(CALM);
  const [chosen, choose] = useState<boolean | null>(null);
  const moves = chosen ?? !isCalm;
  return [moves, () => choose(!moves)];
}

/** A GIF that fills its box, which is placed; its first frame lies over it while it is not to move. */
export function GifFrame({ moves, ...picture }: ComponentProps<'img'> & { moves: boolean }) {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);
  const draw = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || !loaded) return;
    canvas.width = loaded.naturalWidth;
    canvas.height = loaded.naturalHeight;
    canvas.getContext('2d')?.drawImage(loaded, 0, 0);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useAltText: every caller says what it is */}
      <img
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        {...picture}
        data-moves
        className={clsx(picture.className, !moves && styles.under)}
        onLoad={({ currentTarget }) => setLoaded(currentTarget)}
      />
      {!moves && loaded && <canvas ref={draw} className={styles.still} />}
    </>
  );
}

/** Starts and stops what moves. */
export function MovementButton({ moves, onToggle }: { moves: boolean; onToggle: () => void }) {
  const Glyph = moves ? Pause : Play;
  return (
    <IconButton
      size="small"
      label={moves ? GIF_TEXTS.pause : GIF_TEXTS.play}
      className={styles.button}
      onClick={onToggle}
    >
      <Glyph size={16} aria-hidden="true" />
    </IconButton>
  );
}

/** A GIF with the button that starts and stops it; a mark where it cannot be had. */
export function MovingGif(picture: ComponentProps<'img'>) {
  const [moves, toggle] = useMoves();
  const [broken, setBroken] = useState(false);
  if (broken) return <ImageOff size={28} role="img" aria-label={picture.alt} />;
  return (
    <>
      <GifFrame {...picture} moves={moves} onError={() => setBroken(true)} />
      <MovementButton moves={moves} onToggle={toggle} />
    </>
  );
}
