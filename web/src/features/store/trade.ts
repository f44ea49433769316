import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { QueryClient } from '@tanstack/react-query';
import { setBalance } from '../../entities/coins/api.ts';
import { gameQuery } from '../../entities/game/api.ts';
import { inventoryQuery } from '../../entities/items/api.ts';
import { patchQueries } from '../../lib/query-client.ts';

/** Replace an item's entry, or insert a new entry in order; null removes the entry. */
export function withEntry(
  entries: readonly InventoryEntry[],
  itemId: number,
  entry: InventoryEntry | null,
): InventoryEntry[] {
  if (entry && entries.some((other) => other.itemId === itemId)) {
    return entries.map((other) => (other.itemId === itemId ? entry : other));
  }
  const others = entries.filter((other) => other.itemId !== itemId);
  return entry ? [...others, entry].sort((a, b) => a.itemId - b.itemId) : others;
}

/** Update all cached data with the server's response to a purchase or a sale. */
export function applyTrade(
  client: QueryClient,
  meId: number,
  itemId: number,
  { coins, item }: { coins: number; item: InventoryEntry | null },
): void {
  setBalance(client, meId, coins);
  patchQueries(client, gameQuery(meId).queryKey, (game) => ({
    ...game,
    inventory: withEntry(game.inventory, itemId, item),
  }));
  patchQueries(client, inventoryQuery(meId).queryKey, (entries) => withEntry(entries, itemId, item));
}
