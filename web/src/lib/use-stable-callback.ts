import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Return a function that stays the same and calls the latest `callback`, so that memoized components do not rerender.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
