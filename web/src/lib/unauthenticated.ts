import { createListeners } from './listeners.ts';

/**
 * Report that the server, or the lack of a connection, rejected an action because nobody is signed in.
 * `onUnauthenticated` listens, and returns a function to stop.
 */
export const { subscribe: onUnauthenticated, notify: reportUnauthenticated } = createListeners();
