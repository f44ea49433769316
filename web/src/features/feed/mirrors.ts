import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import type { Merged } from './merge.ts';

type Entry = Merged<Post, ActivityItem>['items'][number];

const friendship = (entry: Entry | undefined): ActivityItem | null =>
  entry?.kind === 'activity' && entry.item.type === 'NEW_FRIEND' ? entry.item : null;

/** A friendship is told of both; side by side one of them says it. */
export const withoutMirrors = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => {
    const here = friendship(entry);
    const before = friendship(entries[at - 1]);
    return !(here?.actor && here.owner.id === before?.actor?.id && here.actor.id === before.owner.id);
  });
