import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Report whether the page was reloaded, restored or opened with a hash. Such a page must render completely before
 * it can scroll to the right position.
 */
const shouldMountImmediately = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return location.hash !== '' || navigation?.type !== 'navigate';
};

let hasShownFirstPage: boolean | undefined;

/**
 * Return whether to render content below the fold. On the first page, that content waits until the visible part is
 * shown, so that slow phones show the visible part sooner and stay responsive. Later pages render everything
 * immediately.
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
