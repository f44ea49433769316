import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { keep, readKept } from '../../lib/kept.ts';

const NAME = 'quests';

/** What the height of open quests depends on: how far each is (open, where it is not told), and who is proposed. */
type QuestLook = { states: readonly Quests['steps'][number]['state'][]; rival: Quests['rival'] };
const NEW: QuestLook = { states: [], rival: null };

type Shown = Pick<Quests, 'steps' | 'rival'>;
const lookOf = ({ steps, rival }: Shown): QuestLook => ({ states: steps.map(({ state }) => state), rival });

/** Notes in this tab what open quests look like, so that their place is kept free before they have come. */
export const expectQuests = (userId: number, quests: Shown | 'new' | null): void =>
  keep(userId, NAME, quests && JSON.stringify(quests === 'new' ? NEW : lookOf(quests)));

/** Whether none of them has been seen in this tab since one signed up in it. */
export const areQuestsUnseen = (userId: number): boolean => readKept(userId, NAME) === JSON.stringify(NEW);

/** Whether a place is to be kept free for quests. */
export const areQuestsExpected = (userId: number): boolean => readKept(userId, NAME) !== null;

/** What the player's open quests last looked like. */
export function expectedQuests(userId: number): QuestLook {
  try {
    return { ...NEW, ...(JSON.parse(readKept(userId, NAME) ?? '{}') as Partial<QuestLook>) };
  } catch {
    // Another version of the site may have kept it.
    return NEW;
  }
}
