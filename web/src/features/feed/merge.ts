type Told = { id: number; createdAt: string };
/** What is loaded of a list, newest first; there is more where `done` is false. */
export type Stream<T extends Told> = { items: readonly T[]; done: boolean };
type StreamName = 'posts' | 'activity';
export type Merged<P extends Told, A extends Told> = {
  items: ({ kind: 'post'; item: P } | { kind: 'activity'; item: A })[];
  /** The list whose next page the sequence waits for; null at the end of both. */
  next: StreamName | null;
};

const timeOf = ({ createdAt }: Told) => Date.parse(createdAt);

function unique<T extends Told>(items: readonly T[]): readonly T[] {
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size === items.length) return items;
  return items.filter(({ id }) => ids.delete(id));
}

/**
 * Two lists as one sequence, newest first; of the same time posts come first. It ends where a list that has more runs
 * out, since what comes next there may belong before anything older: so whatever is loaded later only follows.
 */
export function merge<P extends Told, A extends Told>(posts: Stream<P>, activity: Stream<A>): Merged<P, A> {
  const [ours, theirs] = [unique(posts.items), unique(activity.items)];
  const items: Merged<P, A>['items'] = [];
  let [p, a] = [0, 0];
  for (;;) {
    const post = ours[p];
    const act = theirs[a];
    if (!post && !posts.done) return { items, next: 'posts' };
    if (!act && !activity.done) return { items, next: 'activity' };
    if (post && (!act || timeOf(post) >= timeOf(act))) {
      items.push({ kind: 'post', item: post });
      p++;
    } else if (act) {
      items.push({ kind: 'activity', item: act });
      a++;
    } else return { items, next: null };
  }
}
