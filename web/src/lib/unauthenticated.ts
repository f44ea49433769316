import { createListeners } from './listeners.ts';

/**
 * `reportUnauthenticated` reports that an action was rejected because nobody is signed in, by the server or for lack of
 * a connection. `onUnauthenticated` adds a listener, and returns a function that removes the listener.
 */
export const { subscribe: onUnauthenticated, notify: reportUnauthenticated } = createListeners();
