import { createListeners } from '../../lib/listeners.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openingKey } from './api.ts';

const { subscribe, notify } = createListeners<[opponentId: number]>();

/**
 * Resume the fight with a player if its page is already open but does not show the fight. A link to the page would
 * change nothing.
 */
export const requestResume: (opponentId: number) => void = notify;

/** Call `listener` with each requested opponent. Returns a function that removes the listener. */
export const onResumeRequested: (listener: (opponentId: number) => void) => () => void = subscribe;

/** Report whether the page of the fight with this opponent is open, and shows the fight or is opening it. */
export const isFightShown = ({ meId, opponentId }: { meId: number; opponentId: number }): boolean =>
  queryClient.getQueryCache().findAll({
    queryKey: openingKey(meId, opponentId),
    predicate: (query) => query.isActive() && query.state.status !== 'error',
  }).length > 0;
