import type { SafetySettings } from '@rivalhold/shared/contract/safety.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The viewer's safety settings. */
export const safetyQuery = queryOptions({
  queryKey: ['safety'],
  queryFn: ({ signal }) => api('GET /api/safety', { signal }),
});

/** Save some of the viewer's safety settings. */
export const saveSafety = (body: Partial<SafetySettings>) => api('PATCH /api/safety', { body });
