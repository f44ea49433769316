import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { ACTIVITY_GROUP_TEXTS } from '@rivalhold/shared/texts/activity-groups.ts';
import { ACTIVITY_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import type { Sentence } from '@rivalhold/shared/texts/sentence.ts';
import type { IconName } from '../../ui/icon.tsx';

export type ActivityKind = 'level' | 'win' | 'friend' | 'join' | 'other';
type ActivityDescription<T> = { kind: ActivityKind; icon: IconName; sentence: Sentence<T> };

/** Describe several activities of the same kind as one. */
export function describeGroup<T>(
  items: readonly [ActivityItem, ...ActivityItem[]],
  owner: T,
): ActivityDescription<T> {
  const [latest] = items;
  const single = describeActivity(latest, owner, null);
  if (latest.type === 'LEVEL_UP')
    return { ...single, sentence: ACTIVITY_GROUP_TEXTS.levelUps(owner, items.length, latest.metadata.level) };
  const sentence =
    latest.type === 'COMBAT_WIN' ? ACTIVITY_GROUP_TEXTS.combatWins : ACTIVITY_GROUP_TEXTS.newFriends;
  return { ...single, sentence: sentence(owner, items.length) };
}

/** Return the kind, icon and sentence of an activity. `owner` and `actor` are inserted into the sentence. */
export function describeActivity<T>(item: ActivityItem, owner: T, actor: T | null): ActivityDescription<T> {
  switch (item.type) {
    case 'LEVEL_UP':
      return {
        kind: 'level',
        icon: 'team-upgrade',
        sentence: ACTIVITY_TEXTS.levelUp(owner, item.metadata.level),
      };
    case 'COMBAT_WIN':
      return { kind: 'win', icon: 'trophy-cup', sentence: ACTIVITY_TEXTS.combatWin(owner, actor) };
    case 'NEW_FRIEND':
      return { kind: 'friend', icon: 'shaking-hands', sentence: ACTIVITY_TEXTS.newFriend(owner, actor) };
    case 'JOIN':
      return { kind: 'join', icon: 'campfire', sentence: ACTIVITY_TEXTS.join(owner) };
    default:
      return { kind: 'other', icon: 'sparkles', sentence: ACTIVITY_TEXTS.other(owner) };
  }
}
