import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasScrolledUp } from './scrolled-up.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** Distance (px) from the end within which a list counts as scrolled to its end. */
const AT_END_PX = 40;

type ScrolledToEnd = {
  /** True if the player has scrolled up. */
  isAway: boolean;
  /** Must be called when the list scrolls. */
  onScroll: () => void;
  /** Must be called when the content changes. Scrolls to the end, unless the player has scrolled up. */
  stay: () => void;
  /** Scroll to the end, and stay there. */
  goToEnd: () => void;
  /** Stop keeping the list at its end. Must be called before code scrolls the list to another position. */
  leaveEnd: () => void;
};

/**
 * Keep a list scrolled to its end, where the newest row is, until the player scrolls up. The list also stays at its end
 * when its size changes: a composer grows, a keyboard opens, or a row is taller than estimated.
 * @param content the element whose size changes with the rows; not needed if the list calls `stay` itself
 * @param onEnd called when the list is at its end
 */
export function useScrolledToEnd(
  scroller: RefObject<HTMLElement | null>,
  onEnd: () => void,
  content?: RefObject<HTMLElement | null>,
): ScrolledToEnd {
  const atEnd = useRef(true);
  const position = useRef({ scrollTop: 0, clientHeight: 0 });
  const [isAway, setAway] = useState(false);
  /** Update the state from the position, and return whether the end is visible. */
  const readPosition = (at: HTMLElement) => {
    const isVisible = at.scrollTop + at.clientHeight >= at.scrollHeight - AT_END_PX;
    if (isVisible) atEnd.current = true;
    else if (hasScrolledUp(position.current, at)) atEnd.current = false;
    position.current = { scrollTop: at.scrollTop, clientHeight: at.clientHeight };
    setAway(!atEnd.current);
    if (atEnd.current) onEnd();
    return isVisible;
  };
  const scrollToEnd = (at: HTMLElement) => {
    at.scrollTop = at.scrollHeight;
    position.current = { scrollTop: at.scrollTop, clientHeight: at.clientHeight };
  };
  const onScroll = useStableCallback(() => {
    const at = scroller.current;
    if (at && !readPosition(at) && atEnd.current) scrollToEnd(at);
  });
  const stay = useStableCallback(() => {
    const at = scroller.current;
    if (!at) return;
    // The player might have scrolled up since the last scroll event.
    readPosition(at);
    if (atEnd.current) scrollToEnd(at);
  });
  const goToEnd = useStableCallback(() => {
    if (scroller.current) scrollToEnd(scroller.current);
    stay();
  });
  const leaveEnd = useStableCallback(() => {
    atEnd.current = false;
  });
  useLayoutEffect(stay, [stay]);
  useEffect(() => {
    const watcher = new ResizeObserver(stay);
    for (const element of [scroller.current, content?.current]) if (element) watcher.observe(element);
    return () => watcher.disconnect();
  }, [scroller, content, stay]);
  return { isAway, onScroll, stay, goToEnd, leaveEnd };
}
