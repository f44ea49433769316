import { useEffect, useState } from 'react';

/** Delay (ms) in which the browser can paint earlier changes. */
const DELAY_MS = 40;

/**
 * Return `value`, with each change delayed by about two frames. A part of a page that uses the result is rendered after
 * the parts that use `value`, so that a large change takes two short tasks instead of a long one.
 */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}
