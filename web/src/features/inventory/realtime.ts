import { useQueryClient } from '@tanstack/react-query';
import { invalidateAfterItemUse } from '../../entities/items/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';

/** Update the cache after the player's inventory has changed, for example in another tab. */
export function useInventoryEvents(meId: number): void {
  const client = useQueryClient();
  useSocketEvent('inventory:changed', () => void invalidateAfterItemUse(client, meId));
}
