import type { CoinReason } from '@rivalhold/shared/contract/coins.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';
import { PREFETCH_FRESH_MS, patchQueries } from '../../lib/query-client.ts';
import { gameQuery } from '../game/index.ts';
import { inventoryQuery } from '../items/index.ts';
import { profileQuery } from '../players/index.ts';

/**
 * Query the player's coin balance. Components read it from the cached game data, so that they all show the same number.
 */
export const balanceQuery = (meId: number) =>
  queryOptions({ ...gameQuery(meId), select: ({ stats }) => stats.coins ?? 0 });

/** The player's coin movements, newest first, page by page. */
export const coinHistoryQuery = infiniteQueryOptions({
  queryKey: ['coins', 'history'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/coins/history', {
      query: { limit: LIMITS.coinHistoryPage, ...(pageParam && { cursor: pageParam }) },
      signal,
    }),
  ...cursorPagination,
  // Reload the history on each visit, because a coin movement might have changed it in the meantime.
  staleTime: PREFETCH_FRESH_MS,
});

/** Store a new balance in the player's game data. */
export const setBalance = (client: QueryClient, meId: number, coins: number): void =>
  patchQueries(client, gameQuery(meId).queryKey, (game) => ({
    ...game,
    stats: { ...game.stats, coins },
  }));

/** Reload the data that a coin movement with this reason changes. Callers store a new balance with `setBalance`. */
export function refreshAfterMovement(client: QueryClient, meId: number, reason: CoinReason): void {
  const game = gameQuery(meId).queryKey;
  const invalidate = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  invalidate(coinHistoryQuery.queryKey);
  if (reason === 'purchase' || reason === 'sale') {
    for (const { queryKey } of [gameQuery(meId), inventoryQuery(meId), profileQuery(meId)])
      invalidate(queryKey);
    // After a victory, the end of the fight reloads the stats anyway. Reload them here only if a request is running,
    // because it might have started before the victory and return the old balance.
  } else if (reason !== 'victory' || client.isFetching({ queryKey: game }) > 0) invalidate(game);
}
