import { createListeners } from '../../lib/listeners.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openingKey } from './api.ts';

const { subscribe, notify } = createListeners<[opponentId: number]>();

/**
 * Ask a fight page that is already open to resume the fight with `opponentId`. A link would do nothing, because its
 * target is the current page.
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
