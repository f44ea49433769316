import { SEARCH_MAX } from '@rivalhold/shared/search.ts';
import { ADMIN_USERS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useUser } from '../../entities/session/api.ts';
import styles from '../../entities/staff/staff.module.css';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { useSetSearchParams, useTextParam } from '../../entities/staff/use-search-params.ts';
import { usersQuery } from '../../features/admin/api.ts';
import { SearchField } from '../../features/admin/components/search-field.tsx';
import { UserRow } from '../../features/admin/components/user-row.tsx';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

/** Show all players with their roles; for admins. */
export function UsersPage() {
  return (
    <StaffScreen path="/admin/users" title={ADMIN_USERS_TEXTS.title} text={ADMIN_USERS_TEXTS.text}>
      <Users />
    </StaffScreen>
  );
}

function Users() {
  const me = useUser();
  const search = useTextParam('search', SEARCH_MAX);
  const setSearch = useSetSearchParams();
  const query = useInfiniteQuery(usersQuery(search));
  return (
    <Card gap={4}>
      <SearchField
        label={ADMIN_USERS_TEXTS.search}
        search={search}
        onSearch={(next) => setSearch({ search: next }, { replace: true })}
      />
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={useErrorText(query.error, ADMIN_USERS_TEXTS.failed)}
        retry={() => void query.refetch()}
        loading={<SkeletonRows text={ADMIN_USERS_TEXTS.loading} />}
        empty={
          <Notice
            icon="person"
            title={ADMIN_USERS_TEXTS.empty}
            text={search && ADMIN_USERS_TEXTS.emptyText}
          />
        }
      >
        {(users) => (
          <div
            aria-busy={query.isPlaceholderData}
            className={query.isPlaceholderData ? styles.stale : undefined}
          >
            <Stack as="ul" aria-label={ADMIN_USERS_TEXTS.list} divided>
              {users.map((user) => (
                <UserRow key={user.id} user={user} own={user.id === me.id} />
              ))}
            </Stack>
            <LoadMore query={query} failure={ADMIN_USERS_TEXTS.failed} />
          </div>
        )}
      </ListState>
    </Card>
  );
}
