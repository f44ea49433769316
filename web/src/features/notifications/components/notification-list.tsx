import type { Notification } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { repeat } from '../../../lib/repeat.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx';
import { ListState, Notice } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { moveFocusFromRow, useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { notificationsQuery } from '../api.ts';
import { isWaiting } from '../list.ts';
import { useMarkRead } from '../use-marking.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './notifications.module.css';

type NotificationListProps = {
  /** Called when the player opens a notification's link. */
  onGo?: () => void;
};

/**
 * List unread notifications, the latest first, with a button to load more. Notifications that wait for an
 * answer from the player come before all others.
 */
export function NotificationList({ onGo }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery);
  const { markOne } = useMarkRead();
  const items = query.data?.pages.flatMap((page) => page.items);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // An answered request disappears with its buttons. Focus a row, not a button, so that the next press of Enter does
  // not answer another request.
  const container = useRestoreFocus<HTMLDivElement>(items?.length, 'row');

  // Load the next page once all listed notifications are read.
  const more = items?.length === 0 && hasNextPage && !query.isFetchNextPageError;
  useEffect(() => {
    if (more && !isFetchingNextPage) void fetchNextPage();
  }, [more, isFetchingNextPage, fetchNextPage]);

  const rows = (shown: readonly Notification[]) => (
    <ul className={styles.list}>
      {shown.map((item) => (
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
  );

  return (
    <div ref={container} tabIndex={-1} className={styles.container}>
      <ListState
        items={more ? undefined : items}
        failure={query.isError && !more ? NOTIFICATION_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<LoadingState />}
        empty={
          <Notice icon="campfire" title={NOTIFICATION_TEXTS.empty} text={NOTIFICATION_TEXTS.emptyText} />
        }
      >
        {(unread) => {
          const waiting = unread.filter(isWaiting);
          const news = unread.filter((item) => !isWaiting(item));
          return (
            <>
              {waiting.length > 0 && <SectionTitle text={NOTIFICATION_TEXTS.waiting} />}
              {waiting.length > 0 && rows(waiting)}
              {waiting.length > 0 && news.length > 0 && <SectionTitle text={NOTIFICATION_TEXTS.news} />}
              {news.length > 0 && rows(news)}
              <LoadMore query={query} failure={NOTIFICATION_TEXTS.failed} />
            </>
          );
        }}
      </ListState>
    </div>
  );
}

const SectionTitle = ({ text }: { text: string }) => (
  <Text as="h3" size={1} tone="quiet" weight="bold" paddingInline={2} paddingTop={2}>
    {text}
  </Text>
);

function LoadingState() {
  return (
    <>
      <VisuallyHidden role="status">{NOTIFICATION_TEXTS.loading}</VisuallyHidden>
      <ul className={styles.list} aria-hidden="true">
        {repeat(5, (row) => (
          <li key={row} className={styles.loading}>
            <Skeleton width="2.75rem" height="2.75rem" />
            <SkeletonLines lines={2} />
          </li>
        ))}
      </ul>
    </>
  );
}
