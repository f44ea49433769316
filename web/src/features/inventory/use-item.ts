import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../lib/api.ts';
import { faultOf } from '../../lib/errors.ts';
import { toast } from '../../ui/toast.ts';
import { sendItem } from '../combat/api.ts';
import { renewAfterItem } from './api.ts';

/** Uses one of an own item on oneself; what it did, or why not, is said. */
export function useItemDeed(meId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (itemId: number) =>
      sendItem({ itemId, targetId: meId }, { idempotencyKey: newIdempotencyKey(), onRetry: () => {} }),
    onSuccess: ({ message }) => toast.success(message, { id: 'item' }),
    onError: async (thrown) => toast.error(await faultOf(thrown, INVENTORY_TEXTS.useFailed)),
    onSettled: () => renewAfterItem(client, meId),
  });
}
