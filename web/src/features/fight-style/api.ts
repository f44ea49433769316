import type { Style, Temperament } from '@rivalhold/shared/contract/combat.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The player's fight style, and the number of fights that the style has won. */
export const styleQuery = queryOptions({
  queryKey: ['combat', 'style'],
  queryFn: ({ signal }) => api('GET /api/style', { signal }),
});

/** Save a ready-made style, or lines that the player has written. */
export const saveStyle = (body: { temperament: Temperament | null; lines: Style | null }) =>
  api('PUT /api/style', { body });
