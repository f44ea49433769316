import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirstValue,
  queryValue,
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { notBlockedSql } from '../blocks/service.ts';

/** A row of `inventory`. */
export const InventoryRow = Type.Object({
  id: column.integer,
  item_id: column.integer,
  quantity: column.integer,
});
export type InventoryRow = Static<typeof InventoryRow>;

/** Return a player's items. */
export async function listItems(db: DbOrTx, userId: number): Promise<InventoryRow[]> {
  return query(
    db,
    InventoryRow,
    sql`select id, item_id, quantity from inventory where user_id = ${userId} and quantity > 0`,
  );
}

/** An item, and the viewer's full health. If the player has no items, the `id` of the only row is null. */
const ItemOrNone = Type.Union([
  Type.Object({ ...InventoryRow.properties, max_health: column.integer }),
  Type.Object({ id: Type.Null(), max_health: column.integer }),
]);

/** Return a player's items and the viewer's full health, or undefined if the viewer cannot see the player. */
export async function listItemsForViewer(
  db: DbOrTx,
  userId: number,
  viewerId: number,
): Promise<{ rows: InventoryRow[]; maxHealth: number } | undefined> {
  const rows = await query(
    db,
    ItemOrNone,
    sql`
      select i.id, i.item_id, i.quantity,
        coalesce((select max_health from characters where user_id = ${viewerId}), 100) as max_health
      from users u left join inventory i on i.user_id = u.id and i.quantity > 0
      where u.id = ${userId} and u.deleted_at is null and ${notBlockedSql(viewerId, sql`u.id`)}`,
  );
  const [first] = rows;
  if (!first) return undefined;
  return { rows: rows.filter((row) => row.id !== null), maxHealth: first.max_health };
}

/** Return a player's full health, or 100 for an unknown player. */
export async function maxHealthOf(db: DbOrTx, userId: number): Promise<number> {
  return queryValue(
    db,
    column.integer,
    sql`select coalesce((select max_health from characters where user_id = ${userId}), 100) as health`,
  );
}

/** Return the catalogue ids of a player's items. */
export async function listItemIds(db: DbOrTx, userId: number): Promise<number[]> {
  return queryValues(
    db,
    column.integer,
    sql`select item_id from inventory where user_id = ${userId} and quantity > 0`,
  );
}

/** Add a quantity of an item to a player's inventory. */
export async function addItem(tx: Tx, userId: number, itemId: number, quantity: number): Promise<void> {
  await execute(
    tx,
    sql`insert into inventory (user_id, item_id, quantity) values (${userId}, ${itemId}, ${quantity})
     on conflict (user_id, item_id) do update set quantity = inventory.quantity + excluded.quantity`,
  );
}

/** Remove one piece of an item, and return whether the player had one. */
export async function removeOne(tx: Tx, userId: number, itemId: number): Promise<boolean> {
  return queryExists(
    tx,
    sql`update inventory set quantity = quantity - 1
     where user_id = ${userId} and item_id = ${itemId} and quantity > 0 returning id`,
  );
}

/**
 * Add a quantity of an item and return the new quantity. If it would exceed `most`, add nothing and return undefined.
 */
export async function addWithinLimit(
  tx: Tx,
  { userId, itemId, quantity, most }: { userId: number; itemId: number; quantity: number; most: number },
): Promise<number | undefined> {
  return queryFirstValue(
    tx,
    column.integer,
    sql`insert into inventory as i (user_id, item_id, quantity)
     select ${userId}, ${itemId}::integer, ${quantity}::integer where ${quantity}::integer <= ${most}::integer
     on conflict (user_id, item_id) do update set quantity = i.quantity + excluded.quantity
       where i.quantity + excluded.quantity <= ${most}
     returning quantity`,
  );
}

/**
 * Remove a quantity of an item, or all of it if `quantity` is null. Return the previous quantity, or undefined if the
 * player has none or fewer than `quantity`.
 */
export async function removeQuantity(
  tx: Tx,
  { userId, itemId, quantity }: { userId: number; itemId: number; quantity: number | null },
): Promise<number | undefined> {
  return queryFirstValue(
    tx,
    column.integer,
    sql`with stack as (
       select id, quantity from inventory
       where user_id = ${userId} and item_id = ${itemId} and quantity > 0
         and quantity >= coalesce(${quantity}::integer, 1) for update)
     update inventory i set quantity = stack.quantity - coalesce(${quantity}::integer, stack.quantity)
     from stack where i.id = stack.id returning stack.quantity as had`,
  );
}

/** Return the quantity of an item that a player owns. */
export async function quantityOf(tx: Tx, userId: number, itemId: number): Promise<number> {
  const quantity = await queryFirstValue(
    tx,
    column.integer,
    sql`select quantity from inventory where user_id = ${userId} and item_id = ${itemId}`,
  );
  return quantity ?? 0;
}
