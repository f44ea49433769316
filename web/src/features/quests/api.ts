import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** One's first quests, and how far one is. */
export const questsQuery = queryOptions({
  queryKey: ['quests'],
  queryFn: ({ signal }) => api('GET /api/quests', { signal }),
});
