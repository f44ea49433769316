import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { StaffStop, Undone } from '@rivalhold/shared/contract/staff-actions.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
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

/** Query the staff members who have reached a limit of actions, and must wait until an admin lets them continue. */
export const stopsQuery = queryOptions({
  queryKey: ['staff-stops'],
  queryFn: ({ signal }) => api('GET /api/admin/staff-stops', { signal }),
  staleTime: 0,
});

type StopKey = Pick<StaffStop, 'actorId' | 'budget'>;

/** Let a stopped staff member continue. */
export const confirmStop = ({ actorId, budget }: StopKey, body: { password: string; code?: string }) =>
  api('POST /api/admin/staff-stops/{actorId}/{budget}/confirm', { params: { actorId, budget }, body });

/** Request an emailed code. The only admin of a site needs this code to lift a stop on their own account. */
export const mailStopCode = ({ actorId, budget }: StopKey) =>
  api('POST /api/admin/staff-stops/{actorId}/{budget}/code', { params: { actorId, budget } });

/** Restore the content that a log entry's action deleted. */
export const restoreContent = (id: number) => api('POST /api/admin/audit/{id}/restore', { params: { id } });

/**
 * A request to undo the next batch of actions since a given time. `left` is the number of actions that remained after
 * the previous batch, or null for the first batch.
 */
export type UndoBatch = { since: Date; left: number | null };

/** Undo a batch of a staff member's actions. */
export const undoActions = (actorId: number, { since, left }: UndoBatch, password: string): Promise<Undone> =>
  api('POST /api/admin/undo', {
    body: { actorId, since: since.toISOString(), password, ...(left !== null && { left }) },
  });
