import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { bestOf, itemById } from '@rivalhold/shared/items/catalogue.ts';
import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';

type Row = { id: number; item_id: number; quantity: number };

/** What a player carries, filled in from the catalogue, in the catalogue's order. */
export async function listInventory(db: DbOrTx, userId: number): Promise<InventoryEntry[]> {
  const rows = await run<Row>(
    db,
    'select id, item_id, quantity from inventory where user_id = $1 and quantity > 0 order by item_id',
    [userId],
  );
  return rows.flatMap((row) => {
    const item = itemById(row.item_id);
    if (!item) return [];
    return {
      id: row.id,
      itemId: item.id,
      name: item.name,
      type: item.type,
      quantity: row.quantity,
      healAmount: item.healAmount,
      damage: item.damage,
      defense: item.defense,
      effect: item.effect,
      usable: item.usable,
    };
  });
}

/** The bonus of the best weapon and the best armor that a player owns. */
export async function bestGear(db: DbOrTx, userId: number): Promise<{ weapon: number; armor: number }> {
  const rows = await run<{ item_id: number }>(
    db,
    'select item_id from inventory where user_id = $1 and quantity > 0',
    [userId],
  );
  const ids = rows.map((row) => row.item_id);
  return { weapon: bestOf(ids, 'weapon'), armor: bestOf(ids, 'armor') };
}

/** Gives a player so many of an item. */
export async function addItem(tx: Tx, userId: number, itemId: number, quantity: number): Promise<void> {
  await run(
    tx,
    `insert into inventory (user_id, item_id, quantity) values ($1, $2, $3)
     on conflict (user_id, item_id) do update set quantity = inventory.quantity + excluded.quantity`,
    [userId, itemId, quantity],
  );
}

/**
 * Takes one of an item.
 * @throws AppError noItem when the player has none.
 */
export async function takeItem(tx: Tx, userId: number, itemId: number): Promise<void> {
  const taken = await run(
    tx,
    `update inventory set quantity = quantity - 1
     where user_id = $1 and item_id = $2 and quantity > 0 returning id`,
    [userId, itemId],
  );
  if (taken.length === 0) throw new AppError('noItem');
}
