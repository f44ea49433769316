import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { ACTIVITY_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import type { IconName } from '../../ui/icon.tsx';

export type ActivityKind = 'level' | 'win' | 'friend' | 'join' | 'other';

/** Return the text between an activity's owner and its actor, if any, with its icon. */
export function describeActivity(item: ActivityItem): { kind: ActivityKind; icon: IconName; verb: string } {
  switch (item.type) {
    case 'LEVEL_UP':
      return { kind: 'level', icon: 'team-upgrade', verb: ACTIVITY_TEXTS.levelUp(item.metadata.level) };
    case 'COMBAT_WIN':
      return {
        kind: 'win',
        icon: 'trophy-cup',
        verb: item.actor ? ACTIVITY_TEXTS.combatWin : ACTIVITY_TEXTS.combatWinAlone,
      };
    case 'NEW_FRIEND':
      return {
        kind: 'friend',
        icon: 'shaking-hands',
        verb: item.actor ? ACTIVITY_TEXTS.newFriend : ACTIVITY_TEXTS.newFriendAlone,
      };
    case 'JOIN':
      return { kind: 'join', icon: 'campfire', verb: ACTIVITY_TEXTS.join };
    default:
      return { kind: 'other', icon: 'sparkles', verb: ACTIVITY_TEXTS.other };
  }
}
