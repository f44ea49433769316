import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { balanceQuery, refreshAfterMovement } from '../../entities/coins/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { errorText, readError } from '../../lib/errors.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { needsConfirmation } from './products.ts';
import { applyTrade } from './trade.ts';

type Purchase = { item: Pick<StoreItem, 'id' | 'name' | 'price'>; quantity: number; carried: number };

/**
 * Return an action that buys items, with a confirmation for expensive purchases. If the page or the server finds the
 * balance too low, the action calls `onNotEnoughCoins` with the missing coins instead. `from` is the pressed button.
 */
export function useBuy(onNotEnoughCoins: (missing: number, name: string) => void) {
  const client = useQueryClient();
  const me = useUser();
  const balance = () => client.getQueryData(balanceQuery(me.id).queryKey)?.stats.coins ?? 0;
  const missing = ({ item, quantity }: Purchase) => item.price * quantity - balance();
  const purchaseMutation = useMutation({
    mutationFn: ({ item, quantity, carried }: Purchase) =>
      withIdempotencyKey(['buy', item.id, quantity, carried], (idempotencyKey) =>
        api('POST /api/store/buy', { body: { itemId: item.id, quantity }, idempotencyKey }),
      ),
    onSuccess: (result, { item }) => {
      applyTrade(client, me.id, item.id, result);
      toast.success(result.message, { id: 'purchase' });
    },
    onError: async (thrown, purchase) => {
      const error = await readError(thrown);
      const { code } = error;
      // Reload the cached balance. It can be outdated, because the player might have spent coins on another device.
      if (code === 'conflict') await client.refetchQueries({ queryKey: balanceQuery(me.id).queryKey });
      if (code === 'conflict' && missing(purchase) > 0)
        onNotEnoughCoins(missing(purchase), purchase.item.name);
      else toast.error(errorText(error, STORE_TEXTS.buyFailed));
    },
    onSettled: () => refreshAfterMovement(client, me.id, 'purchase'),
  });

  async function buy(purchase: Purchase, from: HTMLElement): Promise<boolean> {
    const { item, quantity } = purchase;
    const price = item.price * quantity;
    if (missing(purchase) > 0) {
      onNotEnoughCoins(missing(purchase), item.name);
      return false;
    }
    if (needsConfirmation(price, balance())) {
      const cost = COIN_TEXTS.amount(price);
      const isConfirmed = await confirm({
        title: STORE_TEXTS.confirmTitle(quantity === 1 ? item.name : `${quantity} × ${item.name}`),
        text: STORE_TEXTS.confirmText(cost, COIN_TEXTS.amount(balance() - price)),
        confirm: STORE_TEXTS.confirm(cost),
      });
      if (!isConfirmed) return false;
      // Restore the focus now, because the purchase might remove the button before the dialog has faded out.
      from.focus();
    }
    return purchaseMutation.mutateAsync(purchase).then(
      () => true,
      () => false,
    );
  }
  return { buy, isPending: purchaseMutation.isPending };
}

type SoldItem = { itemId: number; name: string; quantity: number; item: Pick<StoreItem, 'price'> };

/**
 * Return an action that sells one unit of an item, after a confirmation that shows the price. `from` is the
 * pressed button.
 */
export function useSell() {
  const client = useQueryClient();
  const me = useUser();
  const saleMutation = useMutation({
    mutationFn: ({ itemId, quantity }: SoldItem) =>
      withIdempotencyKey(['sell', itemId, quantity], (idempotencyKey) =>
        api('POST /api/store/sell', { body: { itemId }, idempotencyKey }),
      ),
    onSuccess: (result, { itemId }) => {
      applyTrade(client, me.id, itemId, result);
      toast.success(result.message);
    },
    onError: toastError(STORE_TEXTS.sellFailed),
    onSettled: () => refreshAfterMovement(client, me.id, 'sale'),
  });

  async function sell(soldItem: SoldItem, from: HTMLElement): Promise<void> {
    const price = COIN_TEXTS.amount(saleValue(soldItem.item));
    const isConfirmed = await confirm({
      title: STORE_TEXTS.sellTitle(soldItem.name),
      text: STORE_TEXTS.sellText(price),
      confirm: STORE_TEXTS.confirmSell(price),
      cancel: STORE_TEXTS.keep,
    });
    if (!isConfirmed) return;
    // Restore the focus now, because the sale might remove the button before the dialog has faded out.
    from.focus();
    saleMutation.mutate(soldItem);
  }
  return { sell, isPending: saleMutation.isPending };
}
