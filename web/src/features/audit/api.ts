import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** Filters of the audit log; '' for no filter. */
export type AuditFilters = { actor: string; target: string; kind: AuditKind | '' };

/** Query staff actions, the latest first, page by page. */
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
