import type { KeyboardEvent } from 'react';

/** For the keys of a text field: Ctrl+Enter or Cmd+Enter sends, but while a word is being composed. */
export const onSendKeys =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
