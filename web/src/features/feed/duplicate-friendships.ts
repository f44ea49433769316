import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import type { MergedTimeline } from './merge-timelines.ts';

type Entry = MergedTimeline<Post, ActivityItem>['items'][number];

const friendship = (entry: Entry | undefined): ActivityItem | null =>
  entry?.kind === 'activity' && entry.item.type === 'NEW_FRIEND' ? entry.item : null;

/**
 * Remove the second of two adjacent entries about the same friendship. The server creates an entry for each of the two
 * friends.
 */
export const withoutDuplicateFriendships = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => {
    const current = friendship(entry);
    const previous = friendship(entries[at - 1]);
    return !(
      current?.actor &&
      current.owner.id === previous?.actor?.id &&
      current.actor.id === previous.owner.id
    );
  });
