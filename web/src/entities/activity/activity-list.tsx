import { ACTIVITY_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { statusOf } from '../../lib/errors.ts';
import { repeat } from '../../lib/repeat.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import styles from './activity-list.module.css';
import { ActivityRow } from './activity-row.tsx';
import { type ActivityOf, activityQuery } from './api.ts';

function Waiting() {
  return (
    <ul className={styles.list}>
      {repeat(4, (row) => (
        <li key={row} className={styles.row}>
          <Skeleton width="2.75rem" height="2.75rem" round />
          <span className={styles.words}>
            <Skeleton width="75%" />
            <Skeleton width="30%" height="0.8em" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Activity, newest first, growing on demand. `failed` words a failure with its status (0: not reached). */
export function ActivityList({ of, failed }: { of: ActivityOf; failed: (status: number) => string }) {
  const query = useInfiniteQuery(activityQuery(of));
  const { error } = query;
  const failure = error ? failed(statusOf(error)) : null;
  return (
    <ListState
      items={query.data?.pages.flatMap((page) => page.items)}
      failure={failure}
      retry={() => void query.refetch()}
      loading={<Waiting />}
      empty={<Notice icon="hourglass" title={ACTIVITY_TEXTS.empty} />}
    >
      {(items) => (
        <>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>
                <ActivityRow item={item} />
              </li>
            ))}
          </ul>
          <LoadMore query={query} failed={failure} end={ACTIVITY_TEXTS.end} />
        </>
      )}
    </ListState>
  );
}
