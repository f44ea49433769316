import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Quest } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';

/** The target of a quest's button. */
export type QuestTarget =
  | { kind: 'fight'; rival: PlayerRef }
  | { kind: 'inventory' }
  | { kind: 'directory' }
  | { kind: 'composer' };
export type QuestHint = { hint: string; action: string; target: QuestTarget };

type QuestContext = {
  /** The opponent of an open fight. If no fight is open, the opponent that the server suggests. */
  rival: PlayerRef | null;
  /** True if the player's health is not full. A potion cannot be used at full health. */
  isHurt: boolean;
};

/** Return the hint for an open quest, with the label and the target of its button. */
export function questHint(quest: Quest, { rival, isHurt }: QuestContext): QuestHint {
  switch (quest) {
    case 'fight':
      return rival
        ? { ...fightTarget(rival), hint: TEXTS.rival(rival.username, rival.level) }
        : { ...directoryTarget, hint: TEXTS.noRival };
    case 'potion':
      if (isHurt) return { hint: TEXTS.drink, action: TEXTS.inventory, target: { kind: 'inventory' } };
      return {
        ...(rival ? { ...fightTarget(rival), action: TEXTS.fightFirst } : directoryTarget),
        hint: TEXTS.drinkLater,
      };
    case 'friend':
      return { hint: TEXTS.friend, action: TEXTS.players, target: { kind: 'directory' } };
    case 'post':
      return { hint: TEXTS.post, action: TEXTS.write, target: { kind: 'composer' } };
  }
}

const fightTarget = (rival: PlayerRef) => ({
  action: TEXTS.fight,
  target: { kind: 'fight', rival } as const,
});
const directoryTarget = { action: TEXTS.find, target: { kind: 'directory' } as const };
