import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Quest } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';

/** Where a quest is done. */
export type Place =
  | { kind: 'ring'; rival: PlayerRef }
  | { kind: 'inventory' }
  | { kind: 'directory' }
  | { kind: 'composer' };
export type Way = { hint: string; action: string; place: Place };

type Around = {
  /** Whom to fight: of an open fight, else whom the server proposes. */
  rival: PlayerRef | null;
  /** Whether health is missing: who is whole cannot drink. */
  isHurt: boolean;
};

/** What to do for a quest that is open, and the one tap that leads there. */
export function wayOf(quest: Quest, { rival, isHurt }: Around): Way {
  switch (quest) {
    case 'fight':
      return rival
        ? { ...toRing(rival), hint: TEXTS.rival(rival.username, rival.level) }
        : { ...toDirectory, hint: TEXTS.noRival };
    case 'potion':
      if (isHurt) return { hint: TEXTS.drink, action: TEXTS.pack, place: { kind: 'inventory' } };
      return { ...(rival ? toRing(rival) : toDirectory), hint: TEXTS.drinkLater };
    case 'friend':
      return { hint: TEXTS.friend, action: TEXTS.players, place: { kind: 'directory' } };
    case 'post':
      return { hint: TEXTS.post, action: TEXTS.write, place: { kind: 'composer' } };
  }
}

const toRing = (rival: PlayerRef) => ({ action: TEXTS.fight, place: { kind: 'ring', rival } as const });
const toDirectory = { action: TEXTS.find, place: { kind: 'directory' } as const };
