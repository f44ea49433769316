import { fetchAgain, queryClient } from '../../lib/query-client.ts';
import { openFightsQuery } from '../combat/index.ts';
import { poolQuery } from './api.ts';

/**
 * Prepare the page of the ranked fight that has begun, and return true. If the fight is already over, reload the
 * player's state in the pool, and return false.
 */
export async function prepareFight(opponentId: number): Promise<boolean> {
  // The page resumes the fight only if the cached list of open fights contains it.
  const fights = await fetchAgain(queryClient, openFightsQuery).catch(() => null);
  if (!fights || fights.some(({ opponent }) => opponent.id === opponentId)) return true;
  await queryClient.invalidateQueries({ queryKey: poolQuery.queryKey });
  return false;
}
