import type { MouseEvent } from 'react';

/**
 * Report whether a click opens a link in this tab. The browser handles all other clicks, for example to open a new tab.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
