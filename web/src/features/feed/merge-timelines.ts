type TimelineItem = { id: number; createdAt: string };
/** What is loaded of a list, newest first; there is more where `done` is false. */
export type TimelineSource<T extends TimelineItem> = { items: readonly T[]; done: boolean };
type SourceName = 'posts' | 'activity';
export type MergedTimeline<P extends TimelineItem, A extends TimelineItem> = {
  items: ({ kind: 'post'; item: P } | { kind: 'activity'; item: A })[];
  /** The list whose next page the sequence waits for; null at the end of both. */
  next: SourceName | null;
};

const timeOf = ({ createdAt }: TimelineItem) => Date.parse(createdAt);

function unique<T extends TimelineItem>(items: readonly T[]): readonly T[] {
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size === items.length) return items;
  return items.filter(({ id }) => ids.delete(id));
}

/**
 * Two lists as one sequence, newest first; of the same time posts come first. It ends where a list that has more runs
 * out, since what comes next there may belong before anything older: so whatever is loaded later only follows.
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
