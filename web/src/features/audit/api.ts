import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** What the log is narrowed to; '' for no narrowing. */
export type AuditFilters = { actor: string; target: string; kind: AuditKind | '' };

/** What staff did, the latest first, page by page. */
export const auditQuery = ({ actor, target, kind }: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', actor, target, kind],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/audit', {
        query: {
          ...(actor && { actor }),
          ...(target && { target }),
          ...(kind && { kind }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    ...cursorPagination,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
