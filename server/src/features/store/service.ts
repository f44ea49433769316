import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import type { Sale, store } from '@rivalhold/shared/contract/store.ts';
import type { Item } from '@rivalhold/shared/items/catalogue.ts';
import { maxCarried, saleValue } from '@rivalhold/shared/items/trade.ts';
import { STORE_TEXTS as TEXTS } from '@rivalhold/shared/texts/store.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { emitCoinsChanged } from '../coins/service.ts';
import { itemOf, toInventoryEntry } from '../inventory/service.ts';
import { buyItem, findBuyer, sellItem } from './queries.ts';

type Purchase = Reply<(typeof store)['routes']['POST /api/store/buy']>;

/**
 * Buy a quantity of a catalogue item at its price.
 * @throws AppError `notFound` for an unknown item; `levelTooLow` below the item's level; `conflict` if the carry limit
 *   would be exceeded or the player has too few coins.
 */
export async function buy(
  db: DbOrTx,
  site: Site,
  { userId, itemId, quantity }: { userId: number; itemId: number; quantity: number },
): Promise<Purchase> {
  const item = itemOf(itemId);
  return transaction(db, async (tx) => {
    const price = item.price * quantity;
    const most = maxCarried(item);
    const purchase =
      quantity > most
        ? undefined
        : await buyItem(tx, {
            userId,
            itemId,
            coins: price,
            reference: `item:${itemId}x${quantity}`,
            key: `purchase:${site.secrets.uniqueKey()}`,
            at: site.clock.now(),
            minLevel: item.minLevel,
            quantity,
            most,
          });
    if (!purchase) throw await purchaseError(tx, userId, item, quantity);
    emitCoinsChanged(tx, site, { userId, amount: -price, reason: 'purchase', balance: purchase.balance });
    return {
      message: TEXTS.bought(quantity, item.name),
      coins: purchase.balance,
      item: toInventoryEntry(purchase, item, purchase.max_health),
    };
  });
}

async function purchaseError(tx: Tx, userId: number, item: Item, quantity: number): Promise<AppError> {
  const { level, carried } = await findBuyer(tx, userId, item.id);
  const most = maxCarried(item);
  if (level < item.minLevel) return new AppError('levelTooLow', TEXTS.needsLevel(item.minLevel));
  const why = (): string => {
    if (carried + quantity <= most) return TEXTS.notEnough;
    if (most > 1) return TEXTS.full(most);
    return carried > 0 ? TEXTS.owned : TEXTS.oneOnly;
  };
  return new AppError('conflict', why());
}

/**
 * Sell one piece of an item for a third of its price, rounded down.
 * @throws AppError `notFound` for an unknown item; `noItem` if the player does not have it; `conflict` if the payment
 *   would be 0.
 */
export async function sell(
  db: DbOrTx,
  site: Site,
  { userId, itemId }: { userId: number; itemId: number },
): Promise<Sale> {
  const item = itemOf(itemId);
  const coins = saleValue(item);
  if (coins === 0) throw new AppError('conflict', TEXTS.worthless);
  return transaction(db, async (tx) => {
    const sale = await sellItem(tx, {
      userId,
      itemId,
      coins,
      reference: `item:${itemId}`,
      key: `sale:${site.secrets.uniqueKey()}`,
      at: site.clock.now(),
    });
    if (!sale) throw new AppError('noItem');
    emitCoinsChanged(tx, site, { userId, amount: coins, reason: 'sale', balance: sale.balance });
    return {
      message: TEXTS.sold(item.name, coins),
      coins: sale.balance,
      item: sale.quantity > 0 ? toInventoryEntry(sale, item, sale.max_health) : null,
    };
  });
}
