import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { GifFrame } from '../../../entities/media/animated-gif.tsx';
import { repeat } from '../../../lib/repeat.ts';
import { Grid } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { type Gif, nextGridIndex } from '../results.ts';
import styles from './gif-picker.module.css';

type GifGridProps = {
  gifs: readonly Gif[];
  onPick: (gif: GifChoice) => void;
  moves: boolean;
  /** Loads the next page; null if there is no page to load now. */
  more: (() => unknown) | null;
  /** Content that is shown after the last GIF. */
  end: ReactNode;
};

/** Distance below the visible area (CSS length) within which the next page is loaded. */
const LOAD_MARGIN = '400px';

const columnCount = (buttons: readonly HTMLElement[]) => {
  const second = buttons.findIndex((button) => button.offsetTop !== buttons[0]?.offsetTop);
  return second === -1 ? Math.max(1, buttons.length) : second;
};

/** Show GIFs in a grid with a single Tab stop and arrow keys. The next page loads shortly before the end is reached. */
export function GifGrid({ gifs, onPick, moves, more, end }: GifGridProps) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(() => more?.());
  const waiting = more !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the end may still be visible
  useEffect(() => {
    if (!waiting || !bottom.current) return;
    const root = list.current?.parentElement ?? null;
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      { root, rootMargin: LOAD_MARGIN },
    );
    watcher.observe(bottom.current);
    return () => watcher.disconnect();
  }, [waiting, gifs.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const to = nextGridIndex(event.key, at, columnCount(buttons), buttons.length);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    buttons[to]?.focus();
  };

  return (
    // The scroll container needs no Tab stop of its own, because it contains focusable buttons.
    <div className={styles.grid}>
      <Grid
        as="ul"
        ref={list}
        columns="8.5rem"
        gap={2}
        className={styles.list}
        aria-label={GIF_TEXTS.results}
        onKeyDown={onKeyDown}
      >
        {gifs.map((gif, index) => (
          // The provider can return the same GIF on two pages, so the id alone is not a unique key.
          // biome-ignore lint/suspicious/noArrayIndexKey: ids can repeat, and pages are only appended
          <li key={`${index}-${gif.choice.id}`}>
            <button
              type="button"
              className={styles.gif}
              tabIndex={index === at ? 0 : -1}
              onFocus={() => setAt(index)}
              onClick={() => onPick(gif.choice)}
            >
              <GifFrame
                src={gif.preview}
                alt={gif.title || GIF_TEXTS.untitled}
                width={200}
                height={150}
                isAnimated={moves}
              />
            </button>
          </li>
        ))}
      </Grid>
      <div ref={bottom} className={styles.bottom}>
        {end}
      </div>
    </div>
  );
}

/** Show a placeholder for the grid. */
export function GridSkeleton() {
  return (
    <div className={styles.grid} aria-busy="true">
      <VisuallyHidden role="status">{GIF_TEXTS.loading}</VisuallyHidden>
      <Grid columns="8.5rem" gap={2} className={styles.list}>
        {repeat(12, (index) => (
          <Skeleton key={index} height="auto" className={styles.gif} />
        ))}
      </Grid>
    </div>
  );
}
