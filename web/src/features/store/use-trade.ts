import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { purseQuery, refreshAfter } from '../../entities/coins/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { actOnce } from '../../lib/act-once.ts';
import { api } from '../../lib/api.ts';
import { readError, wordsOf } from '../../lib/errors.ts';
import { confirm } from '../../ui/confirm.tsx';
import { sayFault, toast } from '../../ui/toast.ts';
import { adoptTrade } from './trade.ts';
import { isDear } from './wares.ts';

type Purchase = { item: Pick<StoreItem, 'id' | 'name' | 'price'>; quantity: number; carried: number };

/**
 * Buys items, asking once about dear ones. `onShort` is told how many coins are missing instead, where the purse does
 * not hold enough, also when only the server knew that. `from` is the button that was pressed.
 */
export function useBuy(onShort: (missing: number, name: string) => void) {
  const client = useQueryClient();
  const me = useUser();
  const purse = () => client.getQueryData(purseQuery(me.id).queryKey)?.stats.coins ?? 0;
  const missing = ({ item, quantity }: Purchase) => item.price * quantity - purse();
  const deed = useMutation({
    mutationFn: ({ item, quantity, carried }: Purchase) =>
      actOnce(['buy', item.id, quantity, carried], (idempotencyKey) =>
        api('POST /api/store/buy', { body: { itemId: item.id, quantity }, idempotencyKey }),
      ),
    onSuccess: (answer, { item }) => {
      adoptTrade(client, me.id, item.id, answer);
      toast.success(answer.message, { id: 'purchase' });
    },
    onError: async (thrown, purchase) => {
      const error = await readError(thrown);
      const { code } = error;
      // Somewhere else they have been spent.
      if (code === 'conflict') await client.refetchQueries({ queryKey: purseQuery(me.id).queryKey });
      if (code === 'conflict' && missing(purchase) > 0) onShort(missing(purchase), purchase.item.name);
      else toast.error(wordsOf(error, STORE_TEXTS.buyFailed));
    },
    onSettled: () => refreshAfter(client, me.id, 'purchase'),
  });

  async function buy(purchase: Purchase, from: HTMLElement): Promise<boolean> {
    const { item, quantity } = purchase;
    const price = item.price * quantity;
    if (missing(purchase) > 0) {
      onShort(missing(purchase), item.name);
      return false;
    }
    if (isDear(price, purse())) {
      const cost = COIN_TEXTS.amount(price);
      const sure = await confirm({
        title: STORE_TEXTS.confirmTitle(quantity === 1 ? item.name : `${quantity} × ${item.name}`),
        text: STORE_TEXTS.confirmText(cost, COIN_TEXTS.amount(purse() - price)),
        confirm: STORE_TEXTS.confirm(cost),
      });
      if (!sure) return false;
      // At once: the purchase may take the button away before the window has faded.
      from.focus();
    }
    return deed.mutateAsync(purchase).then(
      () => true,
      () => false,
    );
  }
  return { buy, isPending: deed.isPending };
}

type Sold = { itemId: number; name: string; quantity: number; item: Pick<StoreItem, 'price'> };

/** Sells one of what one carries, once asked with its price. `from` is the button that was pressed. */
export function useSell() {
  const client = useQueryClient();
  const me = useUser();
  const deed = useMutation({
    mutationFn: ({ itemId, quantity }: Sold) =>
      actOnce(['sell', itemId, quantity], (idempotencyKey) =>
        api('POST /api/store/sell', { body: { itemId }, idempotencyKey }),
      ),
    onSuccess: (answer, { itemId }) => {
      adoptTrade(client, me.id, itemId, answer);
      toast.success(answer.message);
    },
    onError: sayFault(STORE_TEXTS.sellFailed),
    onSettled: () => refreshAfter(client, me.id, 'sale'),
  });

  async function sell(sold: Sold, from: HTMLElement): Promise<void> {
    const price = COIN_TEXTS.amount(saleValue(sold.item));
    const sure = await confirm({
      title: STORE_TEXTS.sellTitle(sold.name),
      text: STORE_TEXTS.sellText(price),
      confirm: STORE_TEXTS.confirmSell(price),
      cancel: STORE_TEXTS.keep,
    });
    if (!sure) return;
    // At once: the sale may take the button away before the window has faded.
    from.focus();
    deed.mutate(sold);
  }
  return { sell, isPending: deed.isPending };
}
