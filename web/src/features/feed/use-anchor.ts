import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { anchorFor, idFromAnchor } from '../../lib/anchors.ts';
import { useHighlight } from '../../lib/use-highlight.ts';

type AnchorOptions = {
  /** Whether the feed has been loaded. */
  ready: boolean;
  isShown: (postId: number) => boolean;
  isBuffered: (postId: number) => boolean;
  reveal: () => void;
};

/**
 * Follows the post that the address ends in, each time somebody goes there: scrolls to it and marks it for a moment. One
 * that is not in what is shown is `pinned`: to be shown above the feed.
 */
export function useAnchor({ ready, isShown, isBuffered, reveal }: AnchorOptions) {
  const { hash, state } = useLocation();
  const visit = state.__TSR_key ?? state.key ?? hash;
  const [pinned, setPinned] = useState<number | null>(null);
  const [highlighted, setHighlighted] = useHighlight();
  const requestedId = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time somebody goes there
  useEffect(() => {
    if (!ready) return;
    const id = idFromAnchor('post', hash);
    requestedId.current = id;
    const isListed = id !== null && (isShown(id) || isBuffered(id));
    if (id !== null && isBuffered(id)) reveal();
    setPinned(isListed ? null : id);
    if (id !== null) setHighlighted(null);
  }, [hash, visit, ready]);

  // It may come on the screen later than the wish to see it.
  useEffect(() => {
    const id = requestedId.current;
    const card = id !== null && document.getElementById(anchorFor('post', id));
    if (id === null || !card) return;
    requestedId.current = null;
    setHighlighted(id);
    card.scrollIntoView({ block: 'start' });
    card.focus({ preventScroll: true });
    // What stood on the way there has its real height only now.
    requestAnimationFrame(() => card.scrollIntoView({ block: 'start' }));
  });

  return { pinned, highlighted, unpin: () => setPinned(null) };
}
