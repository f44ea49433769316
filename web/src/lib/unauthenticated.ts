import { createListeners } from './listeners.ts';

/**
 * `reportUnauthenticated` reports that an action failed because no player is signed in: the server rejected
 * the action, or there was no socket to send it. `onUnauthenticated` adds a listener, and returns a function
 * that removes the listener.
 */
export const { subscribe: onUnauthenticated, notify: reportUnauthenticated } = createListeners();
