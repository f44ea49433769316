import type { KeyboardEvent } from 'react';

/** Does something by Escape in one part of a window, which would itself close by that key. */
export const onEscape = (handler: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  handler();
};
