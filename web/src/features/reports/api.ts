import type { Report } from '@rivalhold/shared/contract/reports.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type CallOptions, cursorPagination } from '../../lib/api.ts';

export type ReportState = Report['state'];
export type ReportAction = CallOptions<'PATCH /api/mod/reports/{id}'>['body'];

/** Polling interval (ms) while reports are shown. */
const REFETCH_INTERVAL_MS = 10_000;

/** Key prefix of all queries about reports. */
export const REPORTS_KEY = ['reports'] as const;

/** Query the reports with the given state, page by page. */
export const queueQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...REPORTS_KEY, 'queue', state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/mod/reports', { query: { state, ...(pageParam && { cursor: pageParam }) }, signal }),
    ...cursorPagination,
    // Always reload, because other staff members might have changed reports in the meantime.
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  });

/** Query a report with the information that staff need to resolve it. */
export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, 'file', id],
    queryFn: ({ signal }) => api('GET /api/mod/reports/{id}', { params: { id }, signal }),
    staleTime: 0,
    // Poll for changes. Each request also lets other staff members see that the viewer is looking at the report.
    refetchInterval: REFETCH_INTERVAL_MS,
  });

/** Claim, release, annotate or resolve a report; return its new details. */
export const updateReport = (id: number, body: ReportAction) =>
  api('PATCH /api/mod/reports/{id}', { params: { id }, body });
