import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { gameQuery } from '../../entities/game/api.ts';
import { inventoryQuery } from '../../entities/items/api.ts';
import { applyTrade, withEntry } from './trade.ts';

const entry = (itemId: number, quantity: number) =>
  ({ id: itemId + 100, itemId, quantity }) as InventoryEntry;
const brief = (entries: readonly InventoryEntry[] | undefined) =>
  entries?.map(({ itemId, quantity }) => [itemId, quantity]);

test('replaces, inserts and removes an inventory entry', () => {
  const entries = [entry(1, 2), entry(12, 1)];
  expect(brief(withEntry(entries, 1, entry(1, 5)))).toEqual([
    [1, 5],
    [12, 1],
  ]);
  expect(brief(withEntry(entries, 4, entry(4, 1)))).toEqual([
    [1, 2],
    [4, 1],
    [12, 1],
  ]);
  expect(brief(withEntry(entries, 12, null))).toEqual([[1, 2]]);
});

test('updates the cached game data and inventory from a response', () => {
  const client = new QueryClient();
  const game = gameQuery(7).queryKey;
  applyTrade(client, 7, 4, { coins: 40, item: entry(4, 1) });
  expect(client.getQueryData(game)).toBeUndefined();
  client.setQueryData(game, { stats: { coins: 50 }, inventory: [entry(1, 2)] } as never);
  client.setQueryData(inventoryQuery(7).queryKey, [entry(1, 2)]);
  applyTrade(client, 7, 4, { coins: 40, item: entry(4, 1) });
  const expected = [
    [1, 2],
    [4, 1],
  ];
  expect(client.getQueryData(game)?.stats.coins).toBe(40);
  expect(brief(client.getQueryData(game)?.inventory)).toEqual(expected);
  expect(brief([...(client.getQueryData(inventoryQuery(7).queryKey) ?? [])])).toEqual(expected);
});
