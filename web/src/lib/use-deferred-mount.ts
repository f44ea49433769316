import { useDeferredValue, useEffect, useState } from 'react';

/** Who comes back to a place, or by a link to one, finds the page whole, and is where they were. */
const shouldMountImmediately = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return location.hash !== '' || navigation?.type !== 'navigate';
};

let hasShownFirstPage: boolean | undefined;

/**
 * Whether to draw what is out of sight at first: not with the first page that asks, until it has been shown, so that a slow
 * phone shows it sooner and answers taps meanwhile. All later ones are drawn at once.
 * @param ready false while even what is in sight is waited for
 */
export function useDeferredMount(ready = true): boolean {
  hasShownFirstPage ??= shouldMountImmediately();
  const [isMounted, setIsMounted] = useState(hasShownFirstPage);
  useEffect(() => {
    if (isMounted || !ready) return;
    const timer = setTimeout(() => {
      hasShownFirstPage = true;
      setIsMounted(true);
    });
    return () => clearTimeout(timer);
  }, [isMounted, ready]);
  // After all else that is to be drawn, and bit by bit.
  return useDeferredValue(isMounted);
}
