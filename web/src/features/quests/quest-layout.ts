import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';

const STORAGE_NAME = 'quests';

/** What the height of open quests depends on: how far each is (open, where it is not told), and who is proposed. */
type QuestLayout = { states: readonly Quests['steps'][number]['state'][]; rival: Quests['rival'] };
const NEW_LAYOUT: QuestLayout = { states: [], rival: null };

type ShownQuests = Pick<Quests, 'steps' | 'rival'>;
const questLayout = ({ steps, rival }: ShownQuests): QuestLayout => ({
  states: steps.map(({ state }) => state),
  rival,
});

/** Notes in this tab what open quests look like, so that their place is kept free before they have come. */
export const saveQuestLayout = (userId: number, quests: ShownQuests | 'new' | null): void =>
  writePlayerValue(
    userId,
    STORAGE_NAME,
    quests && JSON.stringify(quests === 'new' ? NEW_LAYOUT : questLayout(quests)),
  );

/** Whether none of them has been seen in this tab since one signed up in it. */
export const areQuestsNew = (userId: number): boolean =>
  readPlayerValue(userId, STORAGE_NAME) === JSON.stringify(NEW_LAYOUT);

/** Whether a place is to be kept free for quests. */
export const hasQuestLayout = (userId: number): boolean => readPlayerValue(userId, STORAGE_NAME) !== null;

/** What the player's open quests last looked like. */
export function readQuestLayout(userId: number): QuestLayout {
  try {
    return {
      ...NEW_LAYOUT,
      ...(JSON.parse(readPlayerValue(userId, STORAGE_NAME) ?? '{}') as Partial<QuestLayout>),
    };
  } catch {
    // Another version of the site may have kept it.
    return NEW_LAYOUT;
  }
}
