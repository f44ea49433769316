import { useQueryClient } from '@tanstack/react-query';
import { renewAfterItem } from '../../entities/items/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';

/** Shows on every page what one has used up elsewhere, such as in another tab. */
export function useInventoryEvents(meId: number): void {
  const client = useQueryClient();
  useSocketEvent('inventory:changed', () => void renewAfterItem(client, meId));
}
