import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { onSocketEvent } from '../../lib/socket.ts';

/** The player's first quests and their progress. */
export const questsQuery = queryOptions({
  queryKey: ['quests'],
  queryFn: ({ signal }) => api('GET /api/quests', { signal }),
});

// Listen as soon as this module loads. A listener in a component would miss changes that arrive before the component
// mounts.
onSocketEvent('quests:changed', () => void queryClient.invalidateQueries({ queryKey: questsQuery.queryKey }));
