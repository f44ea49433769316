import type { KeyboardEvent } from 'react';

/** Handle Escape in a part of a window, which would otherwise close. */
export const onEscape = (handler: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  handler();
};
