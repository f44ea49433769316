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
  /** Loads the next page; null while there is none to load. */
  more: (() => unknown) | null;
  /** Shown after the last one. */
  end: ReactNode;
};

/** How far below the visible part (CSS length) the next page is asked for. */
const LOAD_MARGIN = '400px';

const columnCount = (buttons: readonly HTMLElement[]) => {
  const second = buttons.findIndex((button) => button.offsetTop !== buttons[0]?.offsetTop);
  return second === -1 ? Math.max(1, buttons.length) : second;
};

/** The GIFs; one stop for Tab, arrow keys within. The next page comes before one has reached the end. */
export function GifGrid({ gifs, onPick, moves, more, end }: GifGridProps) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(() => more?.());
  const waiting = more !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page the end may still be in sight
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
    // Its content can be reached by the keyboard, and moves it.
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
          // The provider may give the same one on two pages.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said; pages are only ever added at the end
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

/** The grid while its first page is on its way. */
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
