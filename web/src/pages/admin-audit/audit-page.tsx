import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { AUDIT_KIND_TEXTS, AUDIT_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import desk from '../../entities/staff/desk.module.css';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { useSearchText, useSetSearch } from '../../entities/staff/use-search-id.ts';
import { type AuditFilters, auditQuery } from '../../features/audit/api.ts';
import { AuditFilterBar, NAME_MAX } from '../../features/audit/components/audit-filter-bar.tsx';
import { AuditRow } from '../../features/audit/components/audit-row.tsx';
import { useFault } from '../../lib/use-fault.ts';
import { Card } from '../../ui/card.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { WaitingRows } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

const KINDS = Object.keys(AUDIT_KIND_TEXTS) as AuditKind[];

/** What staff did, to whom, when and why; for admins. */
export function AuditPage() {
  return (
    <StaffScreen needs="admin" title={AUDIT_TEXTS.title} text={AUDIT_TEXTS.text}>
      <Log />
    </StaffScreen>
  );
}

function Log() {
  const word = useSearchText('kind', NAME_MAX);
  const filters: AuditFilters = {
    actor: useSearchText('actor', NAME_MAX),
    target: useSearchText('target', NAME_MAX),
    kind: KINDS.find((kind) => kind === word) ?? '',
  };
  const setFilters = useSetSearch();
  const query = useInfiniteQuery(auditQuery(filters));
  const isNarrowed = Object.values(filters).some(Boolean);
  return (
    <>
      <Card>
        <AuditFilterBar filters={filters} onApply={setFilters} />
      </Card>
      <Card>
        <ListState
          items={query.data?.pages.flatMap((page) => page.items)}
          failure={useFault(query.error, AUDIT_TEXTS.failed)}
          retry={() => void query.refetch()}
          loading={<WaitingRows text={AUDIT_TEXTS.loading} />}
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
              className={query.isPlaceholderData ? desk.old : undefined}
            >
              <ul aria-label={AUDIT_TEXTS.list} className={desk.list}>
                {entries.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </ul>
              <LoadMore query={query} failed={AUDIT_TEXTS.failed} end={AUDIT_TEXTS.end} />
            </div>
          )}
        </ListState>
      </Card>
    </>
  );
}
