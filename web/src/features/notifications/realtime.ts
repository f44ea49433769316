import type { Notification } from '@rivalhold/shared/contract/notifications.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { isReading } from '../../entities/conversations/open-conversation.ts';
import { renew } from '../../lib/renew.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { countsQuery, notificationsQuery } from './api.ts';
import { isLower, moveToFront, textOf, withoutMoreOf } from './list.ts';

/** Loads the counts and keeps notifications live; says new ones. Stands once in the page. */
export function useNotifications(): void {
  const client = useQueryClient();
  const router = useRouter();
  const unseen = useRef<Notification | null>(null);
  useQuery(countsQuery);
  useSocketEvent('notify:counts', (told) => {
    const before = client.getQueryData(countsQuery.queryKey);
    const counts = before && unseen.current ? withoutMoreOf(unseen.current.type, told, before) : told;
    unseen.current = null;
    client.setQueryData(countsQuery.queryKey, counts);
    // Some were read in another tab, or are gone with their cause: which ones only the server knows.
    if (before && isLower(counts, before))
      void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  });
  // The one that tells of it stands for one less, and is itself still counted.
  useSocketEvent(
    'dm:deleted',
    () => void client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  );
  useSocketEvent('notify:new', (item) => {
    // Being read already: the conversation tells the server so, which takes this one back.
    unseen.current = item.type === 'dm' && isReading(item.data.actorId ?? 0) ? item : null;
    if (unseen.current) return;
    const { queryKey } = notificationsQuery;
    client.setQueryData(queryKey, (list) => list && moveToFront(list, item));
    // A load under way may have been read from the database before this one was there.
    if (client.isFetching({ queryKey }) > 0) void renew(client, { queryKey });
    // Messages are said by their own event; nobody needs to be told of what they are looking at.
    if (item.type !== 'dm' && router.state.location.pathname !== item.data.link)
      announce(`${item.title}. ${textOf(item)}`);
  });
}
