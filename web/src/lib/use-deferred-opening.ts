import { useDeferredValue } from 'react';

/**
 * Return whether to show a window that is `open`. A window opens in a deferred render, because rendering it takes
 * longer than a frame, and the pressed button should respond first. It closes immediately.
 */
export function useDeferredOpening(open: boolean): boolean {
  return useDeferredValue(open, false) && open;
}
