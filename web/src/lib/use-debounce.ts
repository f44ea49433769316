import { useEffect, useRef } from 'react';

/** Pause in typing (ms) after which the callback runs. */
const DELAY_MS = 250;

/**
 * Return a function that runs the latest callback after a pause in typing, and a function that cancels a pending run.
 */
export function useDebounce() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const cancel = () => clearTimeout(timer.current);
  const schedule = (callback: () => void) => {
    cancel();
    timer.current = setTimeout(callback, DELAY_MS);
  };
  return { schedule, cancel };
}
