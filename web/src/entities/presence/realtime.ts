import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSocketEvent } from '../../lib/socket.ts';
import { onlineQuery } from './api.ts';

/** Loads who is online and keeps it live. Stands once in the page. */
export function usePresence(): void {
  const client = useQueryClient();
  useQuery(onlineQuery);
  useSocketEvent('online users', (ids) => client.setQueryData(onlineQuery.queryKey, new Set(ids)));
}
