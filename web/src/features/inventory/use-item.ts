import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { renewAfterItem } from '../../entities/items/api.ts';
import { actOnce } from '../../lib/act-once.ts';
import { api } from '../../lib/api.ts';
import { sayFault, toast } from '../../ui/toast.ts';

/** Uses one of so many of an own item on oneself; what it did, or why not, is said. */
export function useItemDeed(meId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ itemId, quantity }: { itemId: number; quantity: number }) =>
      actOnce(['use', itemId, quantity], (idempotencyKey) =>
        api('POST /api/combat/use-item', { body: { itemId, targetId: meId }, idempotencyKey }),
      ),
    onSuccess: ({ message }) => toast.success(message, { id: 'item' }),
    onError: sayFault(INVENTORY_TEXTS.useFailed),
    onSettled: () => renewAfterItem(client, meId),
  });
}
