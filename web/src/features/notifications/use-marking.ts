import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { statusOf } from '../../lib/errors.ts';
import { type PagedList, withoutItem } from '../../lib/paged-list.ts';
import { announce } from '../../ui/live-region.tsx';
import { toastError } from '../../ui/toast.ts';
import { countsQuery, markAllRead, markRead, NOTIFICATIONS_KEY, notificationsQuery } from './api.ts';
import { decrementCounts, emptyList, NO_COUNTS } from './list.ts';

const MARKING_KEY = ['mark as read'];
/**
 * True if several requests ran at the same time. Their responses can arrive out of order, so the counts that arrive
 * last might be outdated.
 */
let hasConcurrentMarks = false;

/** Return mutations that mark notifications as read optimistically, and reload them on failure. */
export function useMarkRead() {
  const client = useQueryClient();
  const apply = async (
    list: (list: PagedList<Notification>) => PagedList<Notification>,
    counts: (counts: NotificationCounts) => NotificationCounts,
  ) => {
    hasConcurrentMarks ||= client.isMutating({ mutationKey: MARKING_KEY }) > 1;
    // Cancel loads in progress: their responses could restore notifications that were just marked as read.
    await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
    client.setQueryData(notificationsQuery.queryKey, (known) => known && list(known));
    client.setQueryData(countsQuery.queryKey, (known) => known && counts(known));
  };
  const onSuccess = (text: string) => (counts: NotificationCounts) => {
    if (client.isMutating({ mutationKey: MARKING_KEY }) === 1) {
      if (hasConcurrentMarks) void client.invalidateQueries({ queryKey: countsQuery.queryKey });
      else client.setQueryData(countsQuery.queryKey, counts);
      hasConcurrentMarks = false;
    }
    // If the first load was cancelled above, start it again.
    if (!client.getQueryData(notificationsQuery.queryKey))
      void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    announce(text);
  };
  const onError = (error: unknown) => {
    void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    // A deleted notification (404) does not need to be marked as read, so show no error.
    if (statusOf(error) !== 404) void toastError(NOTIFICATION_TEXTS.markFailed)(error);
  };
  const one = useMutation({
    mutationKey: MARKING_KEY,
    mutationFn: ({ id }: Notification) => markRead(id),
    onMutate: ({ id, type }) =>
      apply(
        (list) => withoutItem(list, id),
        (counts) => decrementCounts(counts, type),
      ),
    onSuccess: onSuccess(NOTIFICATION_TEXTS.marked),
    onError,
  });
  const all = useMutation({
    mutationKey: MARKING_KEY,
    mutationFn: () => markAllRead(),
    onMutate: () => apply(emptyList, () => NO_COUNTS),
    onSuccess: onSuccess(NOTIFICATION_TEXTS.allMarked),
    onError,
  });
  return { markOne: one.mutate, markAll: all.mutate };
}
