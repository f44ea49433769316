import type { CoinReason } from '@rivalhold/shared/contract/coins.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, byCursor } from '../../lib/api.ts';
import { JUST_ASKED_MS } from '../../lib/query-client.ts';
import { gameQuery } from '../game/index.ts';
import { inventoryQuery } from '../items/index.ts';
import { profileQuery } from '../players/index.ts';

/** One's own coins. They stand in one's game data and nowhere else: whoever shows them reads them here. */
export const purseQuery = (meId: number) =>
  queryOptions({ ...gameQuery(meId), select: ({ stats }) => stats.coins ?? 0 });

/** Every movement of one's own coins, the latest first, page by page. */
export const coinHistoryQuery = infiniteQueryOptions({
  queryKey: ['coins', 'history'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/coins/history', {
      query: { limit: LIMITS.coinHistoryPage, ...(pageParam && { cursor: pageParam }) },
      signal,
    }),
  ...byCursor,
  // It changes with each movement, also while nobody looks at it.
  staleTime: JUST_ASKED_MS,
});

/** Puts a new balance where one's coins stand. */
export const setPurse = (client: QueryClient, meId: number, coins: number): void =>
  void client.setQueryData(
    gameQuery(meId).queryKey,
    (game) => game && { ...game, stats: { ...game.stats, coins } },
  );

/** Asks again for all that a movement of that kind has changed beside the balance. */
export function refreshAfter(client: QueryClient, meId: number, reason: CoinReason): void {
  const game = gameQuery(meId).queryKey;
  const renew = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  renew(coinHistoryQuery.queryKey);
  if (reason === 'purchase' || reason === 'sale') {
    for (const { queryKey } of [gameQuery(meId), inventoryQuery(meId), profileQuery(meId)]) renew(queryKey);
    // A fight renews the stats at its own end; what was asked for before this may still bring the old balance.
  } else if (reason !== 'victory' || client.isFetching({ queryKey: game }) > 0) renew(game);
}
