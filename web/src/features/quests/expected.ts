import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { keep, readKept } from '../../lib/kept.ts';

const NAME = 'expected-quests';

/** What the height of the open quests depends on. */
export type QuestLook = Pick<Quests, 'steps' | 'rival'>;

/** Notes in this tab what open quests look like, so that their place is kept free before they have come. */
export const expectQuests = (userId: number, quests: QuestLook | 'new' | null): void =>
  keep(userId, NAME, quests && JSON.stringify(quests));

/** What the player's open quests last looked like; null when there are none to come. */
export function expectedQuests(userId: number): QuestLook | 'new' | null {
  const kept = readKept(userId, NAME);
  return kept === null ? null : (JSON.parse(kept) as QuestLook | 'new');
}
