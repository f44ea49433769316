import { startTransition, useEffect, useState } from 'react';

/**
 * Return whether to show a window that is `open`. A window opens in a transition, because rendering it takes longer than
 * a frame, and the pressed button should respond first. It closes immediately.
 */
export function useDeferredOpening(open: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => startTransition(() => setIsDue(open)), [open]);
  return open && isDue;
}
