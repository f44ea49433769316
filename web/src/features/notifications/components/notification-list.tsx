import type { NotificationCounts, NotificationType } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { repeat } from '../../../lib/repeat.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { moveFocusFromRow } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { countsQuery, notificationsQuery } from '../api.ts';
import { useMarkRead } from '../use-marking.ts';
import { NotificationRow, TYPE_ICONS } from './notification-row.tsx';
import styles from './notifications.module.css';

type NotificationListProps = {
  /** Called when the player opens a notification's link. */
  onGo?: () => void;
};

/** List unread notifications, the latest first, with a button to load more. */
export function NotificationList({ onGo }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery);
  const counts = useQuery(countsQuery).data;
  const { markOne } = useMarkRead();
  const items = query.data?.pages.flatMap((page) => page.items);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;

  // Load the next page once all listed notifications are read.
  const more = items?.length === 0 && hasNextPage && !query.isFetchNextPageError;
  useEffect(() => {
    if (more && !isFetchingNextPage) void fetchNextPage();
  }, [more, isFetchingNextPage, fetchNextPage]);

  return (
    <div>
      {counts && <TypeCounts counts={counts} />}
      <ListState
        items={more ? undefined : items}
        failure={query.isError && !more ? NOTIFICATION_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<LoadingState />}
        empty={<Notice title={NOTIFICATION_TEXTS.empty} text={NOTIFICATION_TEXTS.emptyText} />}
      >
        {(unread) => (
          <>
            <ul className={styles.list}>
              {unread.map((item) => (
                <li key={item.id}>
                  <NotificationRow
                    item={item}
                    onGo={onGo}
                    onRead={(from) => {
                      moveFocusFromRow(from);
                      markOne(item);
                    }}
                  />
                </li>
              ))}
            </ul>
            <LoadMore query={query} failed={NOTIFICATION_TEXTS.failed} />
          </>
        )}
      </ListState>
    </div>
  );
}

function LoadingState() {
  return (
    <>
      <VisuallyHidden role="status">{NOTIFICATION_TEXTS.loading}</VisuallyHidden>
      <ul className={styles.list} aria-hidden="true">
        {repeat(3, (row) => (
          <li key={row} className={styles.loading}>
            <Skeleton width="2.5rem" height="2.5rem" round />
            <Skeleton width="70%" height="2.5rem" />
          </li>
        ))}
      </ul>
    </>
  );
}

const TYPES = Object.keys(TYPE_ICONS) as NotificationType[];

/** Show the unread count of each type that has unread notifications. */
function TypeCounts({ counts }: { counts: NotificationCounts }) {
  const some = TYPES.filter((type) => counts.byType[type] > 0);
  if (some.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={NOTIFICATION_TEXTS.unread}>
      {some.map((type) => {
        const Glyph = TYPE_ICONS[type];
        return (
          <li key={type}>
            <Glyph size={14} aria-hidden="true" />
            {NOTIFICATION_TEXTS.types[type](counts.byType[type])}
          </li>
        );
      })}
    </ul>
  );
}
