import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { inventory } from '@rivalhold/shared/contract/inventory.ts';
import { bestBonus, healthPoints, ITEMS, type Item, itemById } from '@rivalhold/shared/items/catalogue.ts';
import { maxCarried } from '@rivalhold/shared/items/trade.ts';
import { ADMIN_ERRORS } from '@rivalhold/shared/texts/admin.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { PreSerialized } from '../../platform/http/routes.ts';
import { compileSerializer } from '../../platform/http/schema.ts';
import type { Site } from '../../platform/site.ts';
import {
  addWithinLimit,
  type InventoryRow,
  listItemIds,
  listItems,
  listItemsForViewer,
  maxHealthOf,
  quantityOf,
  removeOne,
  removeQuantity,
} from './queries.ts';

export { addItem, InventoryRow, quantityOf } from './queries.ts';

/**
 * Return a player's items with catalogue data, in the order of the catalogue. The health points that an item restores
 * or deducts are computed from the player's own full health.
 */
export async function listInventory(db: DbOrTx, userId: number): Promise<InventoryEntry[]> {
  return present(await listItems(db, userId), await maxHealthOf(db, userId));
}

/**
 * Return a player's items as the viewer sees them. The health points that an item restores or deducts are computed from
 * the viewer's full health.
 * @throws AppError `notFound` for an unknown player, or if either player has blocked the other.
 */
export async function getInventory(
  db: DbOrTx,
  { userId, viewerId }: { userId: number; viewerId: number },
): Promise<InventoryEntry[]> {
  const found = await listItemsForViewer(db, userId, viewerId);
  if (!found) throw new AppError('notFound');
  return present(found.rows, found.maxHealth);
}

function present(rows: InventoryRow[], maxHealth: number): InventoryEntry[] {
  const rowOf = new Map(rows.map((row) => [row.item_id, row]));
  return ITEMS.flatMap((item) => {
    const row = rowOf.get(item.id);
    return row ? [toInventoryEntry(row, item, maxHealth)] : [];
  });
}

/**
 * Return an item of the catalogue.
 * @throws AppError `notFound`.
 */
export function itemOf(itemId: number): Item {
  const item = itemById(itemId);
  if (!item) throw new AppError('notFound');
  return item;
}

/**
 * Return the effects of an item for a player with the given full health: the health points that it restores,
 * and the health points that it deducts from an opponent.
 */
const pointsOf = ({ healShare, damageShare, damage }: Item, maxHealth: number) => ({
  healAmount: healthPoints(healShare, maxHealth),
  damage: damage + healthPoints(damageShare, maxHealth),
});

/** Convert an inventory row to an entry with catalogue data, for a player with the given full health. */
export const toInventoryEntry = (
  { id, quantity }: InventoryRow,
  item: Item,
  maxHealth: number,
): InventoryEntry => {
  const { id: itemId, name, type, defense, effect, price, usable } = item;
  return { id, itemId, name, type, quantity, ...pointsOf(item, maxHealth), defense, effect, price, usable };
};

const serializeItems = compileSerializer(inventory.routes['GET /api/store'].reply);
/** Serialized catalogues, one for each value of full health, because the effects of items depend on it. */
const catalogues = new Map<number, PreSerialized>();
/** Return the catalogue in the order of the Store, with effects computed for the full health of a player. */
export async function listCatalogue(db: DbOrTx, userId: number): Promise<PreSerialized> {
  const maxHealth = await maxHealthOf(db, userId);
  const cached = catalogues.get(maxHealth);
  if (cached) return cached;
  const items = ITEMS.map((item) => ({ ...item, ...pointsOf(item, maxHealth) }));
  const serialized = new PreSerialized(serializeItems(items));
  catalogues.set(maxHealth, serialized);
  return serialized;
}

/** Return the bonuses of the best weapon and of the best armor that a player owns. */
export async function bestGear(db: DbOrTx, userId: number): Promise<{ weapon: number; armor: number }> {
  const ids = await listItemIds(db, userId);
  return { weapon: bestBonus(ids, 'weapon'), armor: bestBonus(ids, 'armor') };
}

/**
 * Remove one piece of an item from a player's inventory, and notify the player's tabs.
 * @throws AppError `noItem` if the player has none.
 */
export async function useOneItem(tx: Tx, site: Site, userId: number, itemId: number): Promise<void> {
  if (!(await removeOne(tx, userId, itemId))) throw new AppError('noItem');
  site.realtime.emit(tx, [userId], 'inventory:changed', {});
}

type ItemTarget = { userId: number; item: Item };

/**
 * Add a quantity of an item to a player's inventory, and notify the player's tabs.
 * @returns the quantity before and after.
 * @throws AppError `conflict` if the carry limit would be exceeded.
 */
export async function giveItem(
  tx: Tx,
  site: Site,
  { userId, item, quantity }: ItemTarget & { quantity: number },
): Promise<{ before: number; after: number }> {
  const most = maxCarried(item);
  const after = await addWithinLimit(tx, { userId, itemId: item.id, quantity, most });
  if (after === undefined)
    throw new AppError('conflict', most > 1 ? STORE_TEXTS.full(most) : STORE_TEXTS.oneOnly);
  site.realtime.emit(tx, [userId], 'inventory:changed', {});
  return { before: after - quantity, after };
}

/**
 * Remove a quantity of an item from a player's inventory, or all of it if `quantity` is null. Notify the player's tabs.
 * @returns the quantity before and after.
 * @throws AppError `notFound` if the player does not have the item; `conflict` if the player has fewer
 *   than `quantity`.
 */
export async function removeItem(
  tx: Tx,
  site: Site,
  { userId, item, quantity }: ItemTarget & { quantity: number | null },
): Promise<{ before: number; after: number }> {
  const before = await removeQuantity(tx, { userId, itemId: item.id, quantity });
  if (before === undefined) {
    const had = await quantityOf(tx, userId, item.id);
    throw had === 0
      ? new AppError('notFound', ADMIN_ERRORS.notOwned)
      : new AppError('conflict', ADMIN_ERRORS.fewer(had));
  }
  site.realtime.emit(tx, [userId], 'inventory:changed', {});
  return { before, after: before - (quantity ?? before) };
}
