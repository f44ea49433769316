import { ADMIN_USERS_TEXTS, EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { Meta } from '../../../entities/staff/meta.tsx';
import styles from '../../../entities/staff/staff.module.css';
import { UserTags } from '../../../entities/staff/user-tags.tsx';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SkeletonRows } from '../../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { usersQuery } from '../api.ts';
import { SearchField } from './search-field.tsx';

/** Let an admin choose a player. Admins are not listed. */
export function PlayerPicker({ onPick }: { onPick: (id: number) => void }) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(usersQuery(search));
  const users = query.data?.pages.flatMap((page) => page.items).filter(({ role }) => role !== 'admin');
  return (
    <Card title={EDIT_USER_TEXTS.choose} gap={4}>
      <p className={styles.text}>{EDIT_USER_TEXTS.chooseText}</p>
      <SearchField label={EDIT_USER_TEXTS.search} search={search} onSearch={setSearch} />
      <ListState
        // While more pages follow, do not show the empty state. The loaded users might all be admins, who are not
        // listed.
        items={users?.length === 0 && query.hasNextPage ? undefined : users}
        failure={useErrorText(query.error, EDIT_USER_TEXTS.listFailed)}
        retry={() => void query.refetch()}
        loading={
          <>
            <SkeletonRows text={ADMIN_USERS_TEXTS.loading} />
            {users && <LoadMore query={query} failure={EDIT_USER_TEXTS.listFailed} />}
          </>
        }
        empty={
          <Notice
            icon="person"
            title={ADMIN_USERS_TEXTS.empty}
            text={search && ADMIN_USERS_TEXTS.emptyText}
          />
        }
      >
        {(players) => (
          <div
            aria-busy={query.isPlaceholderData}
            className={query.isPlaceholderData ? styles.stale : undefined}
          >
            <Stack as="ul" aria-label={ADMIN_USERS_TEXTS.list} divided>
              {players.map((user) => (
                <li key={user.id}>
                  <PersonRow
                    player={user}
                    note={
                      <Meta as="span">
                        <UserTags user={user} />
                        <span>{ADMIN_USERS_TEXTS.level(user.level)}</span>
                      </Meta>
                    }
                  >
                    <Button
                      size="small"
                      aria-label={ADMIN_USERS_TEXTS.editOf(user.username)}
                      onClick={() => onPick(user.id)}
                    >
                      {ADMIN_USERS_TEXTS.edit}
                    </Button>
                  </PersonRow>
                </li>
              ))}
            </Stack>
            <LoadMore query={query} failure={EDIT_USER_TEXTS.listFailed} />
          </div>
        )}
      </ListState>
    </Card>
  );
}
