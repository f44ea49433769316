import type { InventoryEntry, Stats } from '@rivalhold/shared/contract/game.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { getSession } from '../session/index.ts';

/** A response with game data, in which any field can be missing. */
export type GameAnswer = {
  stats?: { [K in keyof Stats]?: Stats[K] | null } | null;
  inventory?: readonly InventoryEntry[] | null;
};

const { coins: defaultCoins, ...defaultStats } = LIMITS.gameDefaults;

/** Return stats and inventory with defaults for missing fields. Only the viewer's own character has default coins. */
export function gameWithDefaults(
  answer: GameAnswer | null,
  isOwn: boolean,
): { stats: Stats; inventory: InventoryEntry[] } {
  const { stats, inventory } = answer ?? {};
  const given = Object.entries(stats ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const coins = stats?.coins ?? (isOwn ? defaultCoins : null);
  return {
    stats: { ...defaultStats, ...Object.fromEntries(given), coins },
    inventory: Array.isArray(inventory) ? inventory : [],
  };
}

/** Query a player's stats and inventory. Only the viewer's own stats include the coins. */
export const gameQuery = (userId: number) =>
  queryOptions({
    queryKey: ['game', userId],
    queryFn: async ({ signal }) =>
      gameWithDefaults(
        await api('GET /api/game/{userId}', { params: { userId }, signal }),
        getSession()?.id === userId,
      ),
  });

/** Experience at which each level begins; changes only with a new version of the site. */
export const levelsQuery = queryOptions({
  queryKey: ['levels'],
  queryFn: async ({ signal }) => (await api('GET /api/levels', { signal })).thresholds ?? [],
  staleTime: Number.POSITIVE_INFINITY,
});
