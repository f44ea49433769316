import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useState } from 'react';
import { anchorFor } from '../../lib/anchors.ts';

type Wish = { id: number; focus: boolean };

/** Scrolls to a post that is shown, as soon as it is, and marks it for a moment. `posts` are those that are shown. */
export function useReveal(posts: readonly unknown[] | undefined) {
  const [wanted, setWanted] = useState<Wish | null>(null);
  const [highlighted, setHighlighted] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may come on the screen later than the wish to see it
  useEffect(() => {
    const card = wanted && document.getElementById(anchorFor('forum', wanted.id));
    if (!card) return;
    setWanted(null);
    setHighlighted(wanted.id);
    const show = () => card.scrollIntoView({ block: wanted.focus ? 'start' : 'nearest' });
    show();
    if (wanted.focus) card.focus({ preventScroll: true });
    // Where a page was just opened, the router has its own idea of where to begin.
    requestAnimationFrame(show);
  }, [wanted, posts]);
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), LIMITS.feed.highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return { highlighted, reveal: setWanted };
}
