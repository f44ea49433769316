import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Report whether the page was reloaded, restored or opened by an anchor, and must render completely to
 * restore its position.
 */
const shouldMountImmediately = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return location.hash !== '' || navigation?.type !== 'navigate';
};

let hasShownFirstPage: boolean | undefined;

/**
 * Return whether to render content below the fold. The first page defers it until the visible part is shown,
 * so that slow phones show it sooner and stay responsive. Later pages render everything immediately.
 * @param ready false while the visible content is loading
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
  // Render after everything else, without blocking input.
  return useDeferredValue(isMounted);
}
