import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { AUDIT_KIND_TEXTS, AUDIT_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import staff from '../../entities/staff/staff.module.css';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { useSetSearchParams, useTextParam } from '../../entities/staff/use-search-params.ts';
import { type AuditFilters, auditQuery } from '../../features/audit/api.ts';
import { AuditFilterBar, NAME_MAX } from '../../features/audit/components/audit-filter-bar.tsx';
import { AuditRow } from '../../features/audit/components/audit-row.tsx';
import { StaffStops } from '../../features/audit/components/staff-stops.tsx';
import { UndoForm } from '../../features/audit/components/undo-form.tsx';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

const KINDS = Object.keys(AUDIT_KIND_TEXTS) as AuditKind[];

/** Show the audit log of staff actions; for admins. */
export function AuditPage() {
  return (
    <StaffScreen path="/admin/audit" title={AUDIT_TEXTS.title} text={AUDIT_TEXTS.text}>
      <Log />
    </StaffScreen>
  );
}

function Log() {
  const word = useTextParam('kind', NAME_MAX);
  const filters: AuditFilters = {
    actor: useTextParam('actor', NAME_MAX),
    target: useTextParam('target', NAME_MAX),
    kind: KINDS.find((kind) => kind === word) ?? '',
  };
  const setFilters = useSetSearchParams();
  const query = useInfiniteQuery(auditQuery(filters));
  const latest = query.data?.pages[0]?.items[0];
  // With the actor filter, all entries are by the same staff member, so take the name from the latest entry.
  const actor =
    filters.actor && latest?.actorId ? { id: latest.actorId, name: latest.actorName ?? '' } : null;
  const isNarrowed = Object.values(filters).some(Boolean);
  return (
    <>
      <StaffStops />
      <Card>
        <AuditFilterBar filters={filters} onApply={setFilters} />
      </Card>
      {actor && <UndoForm key={actor.id} actor={actor} />}
      <Card>
        <ListState
          items={query.data?.pages.flatMap((page) => page.items)}
          failure={useErrorText(query.error, AUDIT_TEXTS.failed)}
          retry={() => void query.refetch()}
          loading={<SkeletonRows text={AUDIT_TEXTS.loading} />}
          empty={
            <Notice
              icon="scroll-unfurled"
              title={isNarrowed ? AUDIT_TEXTS.emptyFiltered : AUDIT_TEXTS.empty}
            />
          }
        >
          {(entries) => (
            <div
              aria-busy={query.isPlaceholderData}
              className={query.isPlaceholderData ? staff.stale : undefined}
            >
              <Stack as="ul" aria-label={AUDIT_TEXTS.list} divided>
                {entries.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </Stack>
              <LoadMore query={query} failure={AUDIT_TEXTS.failed} end={AUDIT_TEXTS.end} />
            </div>
          )}
        </ListState>
      </Card>
    </>
  );
}
