import { useEffect, useRef } from 'react';

/** Pause in typing (ms) after which the request is sent. */
const DELAY_MS = 250;

/** Return a function that runs the latest callback after a pause in typing, and one that cancels it. */
export function useDebounce() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const cancel = () => clearTimeout(timer.current);
  const schedule = (callback: () => void) => {
    cancel();
    timer.current = setTimeout(callback, DELAY_MS);
  };
  return { later: schedule, cancel };
}
