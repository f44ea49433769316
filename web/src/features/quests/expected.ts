import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { QUESTS } from '@rivalhold/shared/newcomer.ts';
import { keep, readKept } from '../../lib/kept.ts';

const NAME = 'quests';

/** What the height of the open quests depends on. */
type QuestLook = Pick<Quests, 'steps' | 'rival'>;
/** None is done yet. */
export const NEW_QUESTS: QuestLook = {
  steps: QUESTS.map((quest) => ({ ...quest, state: 'open' })),
  rival: null,
};

/** Notes in this tab what open quests look like, so that their place is kept free before they have come. */
export const expectQuests = (userId: number, quests: QuestLook | null): void =>
  keep(userId, NAME, quests && JSON.stringify([quests.steps.map(({ state }) => state), quests.rival]));

/** What the player's open quests last looked like; null when there are none to come. */
export function expectedQuests(userId: number): QuestLook | null {
  const kept = readKept(userId, NAME);
  if (kept === null) return null;
  try {
    const [states, rival] = JSON.parse(kept);
    return { steps: QUESTS.map((quest, n) => ({ ...quest, state: states[n] ?? 'open' })), rival };
  } catch {
    // Another version of the site may have kept it.
    return NEW_QUESTS;
  }
}
