import { useEffect, useRef } from 'react';

/** After so many ms without a key the server is asked. */
const PAUSE_MS = 250;

/** Does what it was last told to after a pause in typing, unless it is cancelled. */
export function usePause() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const cancel = () => clearTimeout(timer.current);
  const later = (act: () => void) => {
    cancel();
    timer.current = setTimeout(act, PAUSE_MS);
  };
  return { later, cancel };
}
