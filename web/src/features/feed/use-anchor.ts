import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { anchorFor, idFromAnchor } from '../../lib/anchors.ts';
import { useHighlight } from '../../lib/use-highlight.ts';

type AnchorOptions = {
  /** True if the feed has loaded. */
  ready: boolean;
  isShown: (postId: number) => boolean;
  isBuffered: (postId: number) => boolean;
  reveal: () => void;
};

/**
 * Scroll to the post in the URL's hash on each navigation, and highlight the post for a moment. If the feed does not
 * show the post, return the post's id as `pinned`, so that the page shows the post above the feed.
 */
export function useAnchor({ ready, isShown, isBuffered, reveal }: AnchorOptions) {
  const { hash, state } = useLocation();
  const visit = state.__TSR_key ?? state.key ?? hash;
  const [pinned, setPinned] = useState<number | null>(null);
  const [highlighted, setHighlighted] = useHighlight();
  const requestedId = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation
  useEffect(() => {
    if (!ready) return;
    const id = idFromAnchor('post', hash);
    requestedId.current = id;
    const isListed = id !== null && (isShown(id) || isBuffered(id));
    if (id !== null && isBuffered(id)) reveal();
    setPinned(isListed ? null : id);
    if (id !== null) setHighlighted(null);
  }, [hash, visit, ready]);

  // Check after every render, because the post might be rendered only some time after the navigation to it.
  useEffect(() => {
    const id = requestedId.current;
    const card = id !== null && document.getElementById(anchorFor('post', id));
    if (id === null || !card) return;
    requestedId.current = null;
    setHighlighted(id);
    card.scrollIntoView({ block: 'start' });
    card.focus({ preventScroll: true });
    // The browser did not render the posts above while scrolling. They get their real heights only after the scroll, so
    // scroll again in the next frame.
    requestAnimationFrame(() => card.scrollIntoView({ block: 'start' }));
  });

  return { pinned, highlighted, unpin: () => setPinned(null) };
}
