import { ACTIVITY_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { dayLabel } from '../../lib/day-label.ts';
import { statusOf } from '../../lib/errors.ts';
import { repeat } from '../../lib/repeat.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './activity-list.module.css';
import { ActivityGroupRow, ActivityRow } from './activity-row.tsx';
import { type ActivityFilter, activityQuery } from './api.ts';
import { groupActivity } from './group-activity.ts';

function LoadingState() {
  return (
    <Stack as="ul" divided>
      {repeat(4, (row) => (
        <li key={row} className={styles.row}>
          <Skeleton width="2.75rem" height="2.75rem" radius="portrait" />
          <Text as="span" grow>
            <Skeleton width="75%" />
            <Skeleton width="30%" height="0.8em" />
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/**
 * Show activity by day, newest first, with more on demand. `failureText` returns the error text for a response
 * status, or for 0 if the server was not reached.
 */
export function ActivityList({
  filter,
  failureText,
}: {
  filter: ActivityFilter;
  failureText: (status: number) => string;
}) {
  const query = useInfiniteQuery(activityQuery(filter));
  const { error } = query;
  const failure = error ? failureText(statusOf(error)) : null;
  return (
    <ListState
      items={query.data?.pages.flatMap((page) => page.items)}
      failure={failure}
      retry={() => void query.refetch()}
      loading={<LoadingState />}
      empty={<Notice icon="hourglass" title={ACTIVITY_TEXTS.empty} />}
    >
      {(items) => (
        <>
          <Stack as="ul" divided>
            {groupActivity(items).map(({ day, time, groups }) => (
              <li key={day}>
                <Text as="h3" size={1} tone="quiet" weight="medium" paddingTop={3}>
                  <time dateTime={time}>{dayLabel(time, serverNow())}</time>
                </Text>
                <ul>
                  {groups.map(({ key, items: group }) => (
                    <li key={key}>
                      {group.length === 1 ? (
                        <ActivityRow item={group[0]} />
                      ) : (
                        <ActivityGroupRow items={group} />
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </Stack>
          <LoadMore query={query} failure={failure} end={ACTIVITY_TEXTS.end} />
        </>
      )}
    </ListState>
  );
}
