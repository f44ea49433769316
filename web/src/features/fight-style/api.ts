import type { Style, Temperament } from '@rivalhold/shared/contract/combat.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The player's style, and the number of fights that it has won. */
export const styleQuery = queryOptions({
  queryKey: ['combat', 'style'],
  queryFn: ({ signal }) => api('GET /api/style', { signal }),
});

/** Save a ready-made style or own lines. */
export const saveStyle = (body: { temperament: Temperament | null; lines: Style | null }) =>
  api('PUT /api/style', { body });
