import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { QueryClient } from '@tanstack/react-query';
import { setPurse } from '../../entities/coins/api.ts';
import { gameQuery } from '../../entities/game/api.ts';
import { inventoryQuery } from '../../entities/items/api.ts';

/** Entries with what is left of one item: its new entry, or none when `entry` is null; a new one in its order. */
export function withEntry(
  entries: readonly InventoryEntry[],
  itemId: number,
  entry: InventoryEntry | null,
): InventoryEntry[] {
  if (entry && entries.some((other) => other.itemId === itemId)) {
    return entries.map((other) => (other.itemId === itemId ? entry : other));
  }
  const others = entries.filter((other) => other.itemId !== itemId);
  return entry ? [...others, entry].sort((one, other) => one.itemId - other.itemId) : others;
}

/** Shows what the server answered to a purchase or sale at once, everywhere where it stands. */
export function adoptTrade(
  client: QueryClient,
  meId: number,
  itemId: number,
  { coins, item }: { coins: number; item: InventoryEntry | null },
): void {
  setPurse(client, meId, coins);
  client.setQueryData(
    gameQuery(meId).queryKey,
    (game) => game && { ...game, inventory: withEntry(game.inventory, itemId, item) },
  );
  client.setQueryData(
    inventoryQuery(meId).queryKey,
    (entries) => entries && withEntry(entries, itemId, item),
  );
}
