import type { Notification } from '@rivalhold/shared/contract/notifications.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { isBlocked } from '../../entities/blocks/api.ts';
import { isReading } from '../../entities/conversations/open-conversation.ts';
import { invalidateAndRefetch } from '../../lib/invalidate-and-refetch.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { countsQuery, notificationsQuery } from './api.ts';
import { hasDecreased, isIncomplete, moveToFront, notificationText, withoutIncrease } from './list.ts';

/** Load the counts, keep notifications up to date and announce new ones. Call this in one component only. */
export function useNotifications(): void {
  const client = useQueryClient();
  const router = useRouter();
  const suppressed = useRef<Notification | null>(null);
  useQuery(countsQuery);
  useSocketEvent('notify:counts', (received) => {
    const before = client.getQueryData(countsQuery.queryKey);
    const counts =
      before && suppressed.current ? withoutIncrease(suppressed.current.type, received, before) : received;
    suppressed.current = null;
    client.setQueryData(countsQuery.queryKey, counts);
    // If a count has decreased or the list is incomplete, notifications were read in another tab, or were removed or
    // restored together with the content that caused them. Only the server knows which, so reload the list.
    const { queryKey } = notificationsQuery;
    const list = client.getQueryData(queryKey);
    if ((before && hasDecreased(counts, before)) || (list && isIncomplete(list, counts)))
      void client.invalidateQueries({ queryKey });
  });
  // A notification can be about several messages, so deleting a message can change the text of the notification. Reload
  // the list, but not the counts, because they do not change.
  useSocketEvent(
    'dm:deleted',
    () => void client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  );
  useSocketEvent('notify:new', (item) => {
    // If a message arrives in the open conversation, the page marks the message as read, and the server withdraws the
    // notification. Therefore, neither count nor list the notification.
    suppressed.current = item.type === 'dm' && isReading(item.data.actorId ?? 0) ? item : null;
    if (suppressed.current || isBlocked(client, item.data.actorId)) return;
    const { queryKey } = notificationsQuery;
    client.setQueryData(queryKey, (list) => list && moveToFront(list, item));
    // A load in progress might have read the database before this notification existed, so load again.
    if (client.isFetching({ queryKey }) > 0) void invalidateAndRefetch(client, { queryKey });
    // Messages and challenges are announced when their own event arrives. Do not announce a notification about the page
    // that the player is viewing.
    const { actorId, link } = item.data;
    const isChallenge = link === `/fight/${actorId}`;
    if (item.type !== 'dm' && !isChallenge && router.state.location.pathname !== link)
      announce(`${item.title}. ${notificationText(item)}`);
  });
}
