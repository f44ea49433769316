import { createListeners } from '../../lib/listeners.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openingKey } from './api.ts';

const { subscribe, notify } = createListeners<[opponentId: number]>();

/**
 * Ask an open fight page to resume the fight with `opponentId`. Use this instead of a link, because a link to the page
 * that is already open does nothing.
 */
export const requestResume: (opponentId: number) => void = notify;

/** Call `listener` with the opponent's id on each request to resume. Returns a function that removes the listener. */
export const onResumeRequested: (listener: (opponentId: number) => void) => () => void = subscribe;

/** Report whether a page shows the fight with this opponent, or is opening the fight. */
export const isFightShown = ({ meId, opponentId }: { meId: number; opponentId: number }): boolean =>
  queryClient.getQueryCache().findAll({
    queryKey: openingKey(meId, opponentId),
    predicate: (query) => query.isActive() && query.state.status !== 'error',
  }).length > 0;
