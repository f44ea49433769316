import { useDeferredValue, useEffect, useState } from 'react';

/** Who comes back to a place, or by a link to one, finds the page whole, and is where they were. */
const isWholeAtOnce = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return location.hash !== '' || navigation?.type !== 'navigate';
};

let isDrawn: boolean | undefined;

/**
 * Whether to draw what is out of sight at first: not with the first page that asks, until it has been shown, so that a slow
 * phone shows it sooner and answers taps meanwhile. All later ones are drawn at once.
 * @param ready false while even what is in sight is waited for
 */
export function useRest(ready = true): boolean {
  isDrawn ??= isWholeAtOnce();
  const [isDue, setDue] = useState(isDrawn);
  useEffect(() => {
    if (isDue || !ready) return;
    const timer = setTimeout(() => {
      isDrawn = true;
      setDue(true);
    });
    return () => clearTimeout(timer);
  }, [isDue, ready]);
  // After all else that is to be drawn, and bit by bit.
  return useDeferredValue(isDue);
}
