import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateAfterItemUse } from '../../entities/items/api.ts';
import { api } from '../../lib/api.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { toast, toastError } from '../../ui/toast.ts';

/**
 * Return a mutation that uses an item on the player, and shows the effect or the error. `quantity` is how many
 * of the item the player has.
 */
export function useItemAction(meId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ itemId, quantity }: { itemId: number; quantity: number }) =>
      withIdempotencyKey(['use', itemId, quantity], (idempotencyKey) =>
        api('POST /api/combat/use-item', { body: { itemId, targetId: meId }, idempotencyKey }),
      ),
    onSuccess: ({ message }) => toast.success(message, { id: 'item' }),
    onError: toastError(INVENTORY_TEXTS.useFailed),
    onSettled: () => invalidateAfterItemUse(client, meId),
  });
}
