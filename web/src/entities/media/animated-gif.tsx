import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { clsx } from 'clsx';
import { ImageOff, Pause, Play } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { REDUCED_MOTION } from '../../lib/reduced-motion.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './animated-gif.module.css';

/**
 * Return whether a GIF is animated, and a toggle. If the viewer prefers reduced motion, the GIF is not animated at
 * first.
 */
export function useGifAnimation(): [moves: boolean, toggle: () => void] {
  const prefersReducedMotion = useMediaQuery(REDUCED_MOTION);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isAnimated = chosen ?? !prefersReducedMotion;
  return [isAnimated, () => setChosen(!isAnimated)];
}

/**
 * Show a GIF that fills its container. The container needs a CSS `position` other than `static`. While the animation is
 * stopped, a still image of the first frame replaces the GIF.
 */
export function GifFrame({ isAnimated, ...picture }: ComponentProps<'img'> & { isAnimated: boolean }) {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);
  const draw = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || !loaded) return;
    canvas.width = loaded.naturalWidth;
    canvas.height = loaded.naturalHeight;
    canvas.getContext('2d')?.drawImage(loaded, 0, 0);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useAltText: every caller passes alt */}
      <img
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        {...picture}
        data-animated
        className={clsx(picture.className, !isAnimated && styles.hiddenFrame)}
        onLoad={({ currentTarget }) => setLoaded(currentTarget)}
      />
      {!isAnimated && loaded && <canvas ref={draw} className={styles.still} />}
    </>
  );
}

/** Show the button that starts and stops an animation. */
export function AnimationToggle({ isAnimated, onToggle }: { isAnimated: boolean; onToggle: () => void }) {
  const Glyph = isAnimated ? Pause : Play;
  return (
    <IconButton
      size="small"
      label={isAnimated ? GIF_TEXTS.pause : GIF_TEXTS.play}
      className={styles.button}
      onClick={onToggle}
    >
      <Glyph size={16} aria-hidden="true" />
    </IconButton>
  );
}

/** Show a GIF with a button that starts and stops it, or a placeholder if the GIF cannot be loaded. */
export function AnimatedGif(picture: ComponentProps<'img'>) {
  const [isAnimated, toggle] = useGifAnimation();
  const [broken, setBroken] = useState(false);
  if (broken) return <ImageOff size={28} role="img" aria-label={picture.alt} />;
  return (
    <>
      <GifFrame {...picture} isAnimated={isAnimated} onError={() => setBroken(true)} />
      <AnimationToggle isAnimated={isAnimated} onToggle={toggle} />
    </>
  );
}
