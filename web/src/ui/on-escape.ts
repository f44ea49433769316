import type { KeyboardEvent } from 'react';

/**
 * Return a key handler for a part of a dialog. It handles Escape in this part, so that Escape does not close the
 * dialog.
 */
export const onEscape = (handler: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  handler();
};
