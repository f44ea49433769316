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
  // Each coin movement changes the history, even while no page shows the history.
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
    // The end of a fight reloads the stats, so a victory usually needs no reload here. A reload is needed
    // only if an earlier request might still return the old balance.
  } else if (reason !== 'victory' || client.isFetching({ queryKey: game }) > 0) invalidate(game);
}
