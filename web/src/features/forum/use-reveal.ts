import { useEffect, useState } from 'react';
import { anchorFor } from '../../lib/anchors.ts';
import { useHighlight } from '../../lib/use-highlight.ts';

type Wish = { id: number; focus: boolean };

/** Scrolls to a post that is shown, as soon as it is, and marks it for a moment. `posts` are those that are shown. */
export function useReveal(posts: readonly unknown[] | undefined) {
  const [wanted, setWanted] = useState<Wish | null>(null);
  const [highlighted, setHighlighted] = useHighlight();
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
  return { highlighted, reveal: setWanted };
}
