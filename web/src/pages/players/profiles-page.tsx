import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { profilesQuery } from '../../entities/players/api.ts';
import { repeat } from '../../lib/repeat.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { ProfileLink } from './profile-link.tsx';
import styles from './profiles-page.module.css';

/** All players, newest first. */
export function ProfilesPage() {
  const query = useInfiniteQuery(profilesQuery);
  return (
    <div className={styles.page}>
      <h1>{PROFILE_TEXTS.listTitle}</h1>
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={query.error ? PROFILE_TEXTS.listFailed : null}
        retry={() => void query.refetch()}
        loading={<Waiting />}
        empty={<Notice icon="campfire" title={PROFILE_TEXTS.listEmpty} />}
      >
        {(profiles) => (
          <>
            <ul className={styles.grid}>
              {profiles.map((profile) => (
                <li key={profile.id}>
                  <ProfileLink profile={profile} />
                </li>
              ))}
            </ul>
            <LoadMore query={query} failed={PROFILE_TEXTS.listFailed} end={PROFILE_TEXTS.listEnd} />
          </>
        )}
      </ListState>
    </div>
  );
}

function Waiting() {
  return (
    <>
      <p role="status" className={styles.loading}>
        {PROFILE_TEXTS.listLoading}
      </p>
      <div className={styles.grid}>
        {repeat(12, (place) => (
          <Skeleton key={place} height="8.5rem" card />
        ))}
      </div>
    </>
  );
}
