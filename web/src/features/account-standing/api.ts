import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Query the player's standing with the values of its conditions. */
export const standingQuery = queryOptions({
  queryKey: ['standing'],
  queryFn: ({ signal }) => api('GET /api/account-standing', { signal }),
});
