import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';

type TimelineItem = { id: number; createdAt: string };
/** The loaded part of a list, newest first; `done` is true if the list has no more items. */
export type TimelineSource<T extends TimelineItem> = { items: readonly T[]; done: boolean };
type SourceName = 'posts' | 'activity';
type MergedTimeline<P extends TimelineItem, A extends TimelineItem> = {
  items: ({ kind: 'post'; item: P } | { kind: 'activity'; item: A })[];
  /** The list whose next page is needed to continue; null at the end of both lists. */
  next: SourceName | null;
};

const timeOf = ({ createdAt }: TimelineItem) => Date.parse(createdAt);

function unique<T extends TimelineItem>(items: readonly T[]): readonly T[] {
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size === items.length) return items;
  return items.filter(({ id }) => ids.delete(id));
}

/**
 * Merge two lists, newest first; at equal times, posts come first. If a list is incomplete, the result ends at the last
 * loaded item of that list, because its next items might be newer than the remaining items of the other list. Later
 * pages therefore only append items.
 */
export function mergeTimelines<P extends TimelineItem, A extends TimelineItem>(
  posts: TimelineSource<P>,
  activity: TimelineSource<A>,
): MergedTimeline<P, A> {
  const [uniquePosts, uniqueActivity] = [unique(posts.items), unique(activity.items)];
  const items: MergedTimeline<P, A>['items'] = [];
  let [p, a] = [0, 0];
  for (;;) {
    const post = uniquePosts[p];
    const activityItem = uniqueActivity[a];
    if (!post && !posts.done) return { items, next: 'posts' };
    if (!activityItem && !activity.done) return { items, next: 'activity' };
    if (post && (!activityItem || timeOf(post) >= timeOf(activityItem))) {
      items.push({ kind: 'post', item: post });
      p++;
    } else if (activityItem) {
      items.push({ kind: 'activity', item: activityItem });
      a++;
    } else return { items, next: null };
  }
}

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
