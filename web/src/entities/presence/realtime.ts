import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSocketEvent } from '../../lib/socket.ts';
import { onlineQuery } from './api.ts';

/** Load the list of online players and keep it up to date. Use once per page. */
export function usePresence(): void {
  const client = useQueryClient();
  useQuery(onlineQuery);
  useSocketEvent('online users', (ids) => client.setQueryData(onlineQuery.queryKey, new Set(ids)));
}
