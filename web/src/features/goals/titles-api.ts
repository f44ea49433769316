import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { onSocketEvent } from '../../lib/socket.ts';

/** Query the titles of a player. */
export const titlesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['titles', userId],
    queryFn: ({ signal }) => api('GET /api/titles/{userId}', { params: { userId }, signal }),
  });

onSocketEvent(
  'titles:changed',
  ({ userId }) => void queryClient.invalidateQueries({ queryKey: titlesQuery(userId).queryKey }),
);
