import type { MouseEvent } from 'react';

/** Whether a link was pressed to follow it here: any other press is the browser's, such as for a new tab. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
