import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirst, sql, type Tx } from '../../platform/db/db.ts';
import { MOVE_COINS_CTES } from '../coins/service.ts';
import { InventoryRow } from '../inventory/service.ts';

export type Trade = {
  userId: number;
  itemId: number;
  /** Price of a purchase, or proceeds of a sale, in coins. */
  coins: number;
  /** The reference in the ledger entry, such as `item:4x2` for a purchase of two pieces of item 4. */
  reference: string;
  key: string;
  at: Date;
};
/** The inventory row after the trade, the new balance, and the player's full health. */
const TradeResult = Type.Object({
  ...InventoryRow.properties,
  balance: column.integer,
  max_health: column.integer,
});
export type TradeResult = Static<typeof TradeResult>;

/**
 * In one statement, deduct the price and add the item. The statement locks the character first, and then the item.
 * @returns undefined, without any change, if the player's level or coins are too low or the carry limit would be
 *   exceeded.
 */
export async function buyItem(
  tx: Tx,
  deal: Trade & { minLevel: number; quantity: number; most: number },
): Promise<TradeResult | undefined> {
  const { userId, itemId, coins, reference, key, at, minLevel, quantity, most } = deal;
  return queryFirst(
    tx,
    TradeResult,
    sql`
      with buyer as (
        select user_id, coins, max_health from characters
        where user_id = ${userId} and level >= ${minLevel} and coins >= ${coins} for update
      ), stack as (
        insert into inventory as i (user_id, item_id, quantity)
          select user_id, ${itemId}, ${quantity}::integer from buyer
        on conflict (user_id, item_id) do update set quantity = i.quantity + excluded.quantity
          where i.quantity + excluded.quantity <= ${most}
        returning i.id, i.user_id, i.item_id, i.quantity
      ), movement as (
        select user_id, b.coins, -${coins}::integer as amount, 'purchase' as reason,
          ${reference}::text as reference, ${key}::text as idempotency_key, ${at}::timestamptz as created_at
        from stack join buyer b using (user_id)
      ), ${MOVE_COINS_CTES}
      select stack.id, item_id, quantity, balance, max_health
      from stack join ledger_entry using (user_id) join buyer using (user_id)`,
  );
}

/**
 * In one statement, remove one piece of an item and add its value to the balance. The statement takes locks in the same
 * order as `buyItem`. Return undefined if the player does not have the item.
 */
export async function sellItem(tx: Tx, deal: Trade): Promise<TradeResult | undefined> {
  const { userId, itemId, coins, reference, key, at } = deal;
  return queryFirst(
    tx,
    TradeResult,
    sql`
      with seller as (
        select user_id, coins, max_health from characters where user_id = ${userId} for update
      ), stack as (
        update inventory i set quantity = quantity - 1 from seller
        where i.user_id = seller.user_id and i.item_id = ${itemId} and i.quantity > 0
        returning i.id, i.user_id, i.item_id, i.quantity
      ), movement as (
        select user_id, s.coins, ${coins}::integer as amount, 'sale' as reason,
          ${reference}::text as reference, ${key}::text as idempotency_key, ${at}::timestamptz as created_at
        from stack join seller s using (user_id)
      ), ${MOVE_COINS_CTES}
      select stack.id, item_id, quantity, balance, max_health
      from stack join ledger_entry using (user_id) join seller using (user_id)`,
  );
}

const Buyer = Type.Object({ level: column.integer, carried: column.integer });

/** Return a player's level, and how many pieces of an item the player carries. */
export async function findBuyer(db: DbOrTx, userId: number, itemId: number): Promise<Static<typeof Buyer>> {
  const row = await queryFirst(
    db,
    Buyer,
    sql`select level, coalesce((
         select quantity from inventory i where i.user_id = c.user_id and i.item_id = ${itemId}
       ), 0) as carried
     from characters c where user_id = ${userId}`,
  );
  return row ?? { level: 0, carried: 0 };
}
