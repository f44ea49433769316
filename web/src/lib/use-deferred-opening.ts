import { startTransition, useEffect, useState } from 'react';

/**
 * Return whether to show a dialog or another large part of the page. When `open` becomes true, the part is shown in a
 * React transition, so that the rest of the page can respond first: rendering the part takes longer than a frame. When
 * `open` becomes false, the part is hidden immediately.
 */
export function useDeferredOpening(open: boolean): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => startTransition(() => setIsDue(open)), [open]);
  return open && isDue;
}
