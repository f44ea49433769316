import type { MouseEvent } from 'react';

/**
 * Report whether a click follows a link here; other clicks are left to the browser, for example to open a new
 * tab.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
