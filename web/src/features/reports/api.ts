import type { Report } from '@rivalhold/shared/contract/reports.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, byCursor, type CallOptions } from '../../lib/api.ts';

export type ReportState = Report['state'];
export type Act = CallOptions<'PATCH /api/mod/reports/{id}'>['body'];

/** While somebody sits at the desk. */
const RENEWED_EVERY_MS = 10_000;

/** All that is asked about reports. */
export const REPORTS_KEY = ['reports'] as const;

/** The reports in one state, page by page. */
export const queueQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...REPORTS_KEY, 'queue', state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/mod/reports', { query: { state, ...(pageParam && { cursor: pageParam }) }, signal }),
    ...byCursor,
    // Somebody else at the desk may have taken what is shown.
    staleTime: 0,
    refetchInterval: RENEWED_EVERY_MS,
  });

/** One report with what it is judged by. */
export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, 'file', id],
    queryFn: ({ signal }) => api('GET /api/mod/reports/{id}', { params: { id }, signal }),
    staleTime: 0,
    // It also says that one still looks.
    refetchInterval: RENEWED_EVERY_MS,
  });

/** Takes, gives back, notes or resolves a report; answers it anew. */
export const actOn = (id: number, body: Act) => api('PATCH /api/mod/reports/{id}', { params: { id }, body });
