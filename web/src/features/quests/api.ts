import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { onSocketEvent } from '../../lib/socket.ts';

/** One's first quests, and how far one is. */
export const questsQuery = queryOptions({
  queryKey: ['quests'],
  queryFn: ({ signal }) => api('GET /api/quests', { signal }),
});

// From the first load on: what changed before the frame of the page listens would not be seen.
onSocketEvent('quests:changed', () => void queryClient.invalidateQueries({ queryKey: questsQuery.queryKey }));
