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
    // Ignore events from a dialog that the form opened. The dialog is outside the form in the DOM, but React bubbles
    // its events to the form.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    send();
  };
