import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { keep, readKept } from '../../lib/kept.ts';

const NAME = 'quests';

/** What the height of open quests depends on: how far each is (open, where it is not told), and who is proposed. */
type QuestLook = { states: readonly Quests['steps'][number]['state'][]; rival: Quests['rival'] };
const NEW: QuestLook = { states: [], rival: null };

/** Notes in this tab what open quests look like so that their place is kept free before they have come. */
export function expectQuests(userId: number, quests: Pick<Quests, 'steps' | 'rival'> | 'new' | null): void {
  const look =
    quests === 'new' ? NEW : quests && { ...quests, states: quests.steps.map(({ state }) => state) };
  keep(userId, NAME, look && JSON.stringify({ states: look.states, rival: look.rival }));
}

/** What the player's open quests last looked like; null when there are none to come. */
export function expectedQuests(userId: number): QuestLook | null {
  const kept = readKept(userId, NAME);
  if (kept === null) return null;
  try {
    return { ...NEW, ...(JSON.parse(kept) as Partial<QuestLook>) };
  } catch {
    // Another version of the site may have kept it.
    return NEW;
  }
}
