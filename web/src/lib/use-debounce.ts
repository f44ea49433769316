import { useEffect, useRef } from 'react';

/** After so many ms without a key the server is asked. */
const DELAY_MS = 250;

/** Does what it was last told to after a pause in typing, unless it is cancelled. */
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
