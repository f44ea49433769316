import type { KeyboardEvent } from 'react';
import { isComposing } from './composition.ts';

/**
 * Return a key handler for a text field or its form: Ctrl+Enter or Cmd+Enter sends, except during text
 * composition.
 */
export const onSendKeys =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
    // React also bubbles events from a window that the form opened, although that window is outside the form in the
    // DOM.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    send();
  };
