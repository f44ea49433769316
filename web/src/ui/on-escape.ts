import type { KeyboardEvent } from 'react';

/** Return a key handler for a part of a window: it handles Escape there, so that Escape does not close the window. */
export const onEscape = (handler: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  handler();
};
