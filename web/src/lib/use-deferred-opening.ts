import { startTransition, useEffect, useState } from 'react';

/**
 * Return whether to show a window or another large part of the page. When `open` becomes true, the part is
 * shown in a transition, because rendering it takes longer than a frame, and the rest of the page should
 * respond first. When `open` becomes false, it is hidden immediately.
 */
export function useDeferredOpening(open: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => startTransition(() => setIsDue(open)), [open]);
  return open && isDue;
}
