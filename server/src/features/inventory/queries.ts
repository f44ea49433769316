import { type DbOrTx, run, runExists, runFirstValue, runValues, type Tx } from '../../platform/db/db.ts';
import { notBlockedSql } from '../blocks/service.ts';

export type InventoryRow = { id: number; item_id: number; quantity: number };

export async function listItems(db: DbOrTx, userId: number): Promise<InventoryRow[]> {
  return run<InventoryRow>(
    db,
    'select id, item_id, quantity from inventory where user_id = $1 and quantity > 0',
    [userId],
  );
}

const VISIBLE = `
  select i.id, i.item_id, i.quantity
  from users u left join inventory i on i.user_id = u.id and i.quantity > 0
  where u.id = $1 and u.deleted_at is null and ${notBlockedSql('$2', 'u.id')}`;

/** What a player carries; undefined where the viewer knows of no such player. */
export async function listItemsForViewer(
  db: DbOrTx,
  userId: number,
  viewerId: number,
): Promise<InventoryRow[] | undefined> {
  const rows = await run<InventoryRow | { id: null }>(db, VISIBLE, [userId, viewerId]);
  return rows.length === 0 ? undefined : rows.filter((row): row is InventoryRow => row.id !== null);
}

export async function listItemIds(db: DbOrTx, userId: number): Promise<number[]> {
  return runValues<number>(db, 'select item_id from inventory where user_id = $1 and quantity > 0', [userId]);
}

export async function addItem(tx: Tx, userId: number, itemId: number, quantity: number): Promise<void> {
  await run(
    tx,
    `insert into inventory (user_id, item_id, quantity) values ($1, $2, $3)
     on conflict (user_id, item_id) do update set quantity = inventory.quantity + excluded.quantity`,
    [userId, itemId, quantity],
  );
}

/** Answers whether there was one to take. */
export async function removeOne(tx: Tx, userId: number, itemId: number): Promise<boolean> {
  return runExists(
    tx,
    `update inventory set quantity = quantity - 1
     where user_id = $1 and item_id = $2 and quantity > 0 returning id`,
    [userId, itemId],
  );
}

/** Answers how many there are now; undefined where there would be more than `most`, and nothing was given. */
export async function addWithinLimit(
  tx: Tx,
  { userId, itemId, quantity, most }: { userId: number; itemId: number; quantity: number; most: number },
): Promise<number | undefined> {
  return runFirstValue<number>(
    tx,
    `insert into inventory as i (user_id, item_id, quantity)
     select $1, $2::integer, $3::integer where $3::integer <= $4::integer
     on conflict (user_id, item_id) do update set quantity = i.quantity + excluded.quantity
       where i.quantity + excluded.quantity <= $4
     returning quantity`,
    [userId, itemId, quantity, most],
  );
}

/** Takes so many of an item, or all of them for null. Answers what was there; undefined where that was too few. */
export async function removeQuantity(
  tx: Tx,
  { userId, itemId, quantity }: { userId: number; itemId: number; quantity: number | null },
): Promise<number | undefined> {
  return runFirstValue<number>(
    tx,
    `with carried as (
       select id, quantity from inventory
       where user_id = $1 and item_id = $2 and quantity > 0 and quantity >= coalesce($3::integer, 1) for update)
     update inventory i set quantity = carried.quantity - coalesce($3::integer, carried.quantity)
     from carried where i.id = carried.id returning carried.quantity as had`,
    [userId, itemId, quantity],
  );
}

export async function quantityOf(tx: Tx, userId: number, itemId: number): Promise<number> {
  const quantity = await runFirstValue<number>(
    tx,
    'select quantity from inventory where user_id = $1 and item_id = $2',
    [userId, itemId],
  );
  return quantity ?? 0;
}
