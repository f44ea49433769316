import { queryClient } from '../../lib/query-client.ts';
import { openingKey } from './api.ts';

type Players = { meId: number; opponentId: number };

const failedOpenings = ({ meId, opponentId }: Players) =>
  queryClient.getQueryCache().findAll({
    queryKey: openingKey(meId, opponentId),
    predicate: ({ state }) => state.status === 'error',
  });

/** Report whether the page of a fight is open, but the fight could not be opened. */
export const hasFailedOpening = (players: Players): boolean => failedOpenings(players).length > 0;

/** Open a fight again whose page is open already: a link to it would change nothing. */
export function retryOpening(players: Players): void {
  for (const opening of failedOpenings(players)) opening.fetch().catch(() => undefined);
}
