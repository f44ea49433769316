import type { KeyboardEvent } from 'react';
import { isComposing } from './composition.ts';

/**
 * For the keys of a text field, or of the form around it: Ctrl+Enter or Cmd+Enter sends, but while a word is being
 * composed.
 */
export const onSendKeys =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
    // A window that the form has opened stands in it as far as React is concerned.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    send();
  };
