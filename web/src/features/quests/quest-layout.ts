import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';

const STORAGE_NAME = 'quests';

/** Values that determine the height of the quest card: each quest's state (open by default) and the rival. */
type QuestLayout = { states: readonly Quests['steps'][number]['state'][]; rival: Quests['rival'] };
const NEW_LAYOUT: QuestLayout = { states: [], rival: null };

type ShownQuests = Pick<Quests, 'steps' | 'rival'>;
const questLayout = ({ steps, rival }: ShownQuests): QuestLayout => ({
  states: steps.map(({ state }) => state),
  rival,
});

/**
 * Store the layout of the player's quests in this tab, to reserve their space during the next load. 'new' stores the
 * layout for a new player; null deletes the layout.
 */
export const saveQuestLayout = (userId: number, quests: ShownQuests | 'new' | null): void =>
  writePlayerValue(
    userId,
    STORAGE_NAME,
    quests && JSON.stringify(quests === 'new' ? NEW_LAYOUT : questLayout(quests)),
  );

/** Report whether the player signed up in this tab and has not seen the quests in this tab since then. */
export const areQuestsNew = (userId: number): boolean =>
  readPlayerValue(userId, STORAGE_NAME) === JSON.stringify(NEW_LAYOUT);

/** Report whether to reserve space for quests. */
export const hasQuestLayout = (userId: number): boolean => readPlayerValue(userId, STORAGE_NAME) !== null;

/** Return the last stored layout of the player's quests, or the layout for a new player. */
export function readQuestLayout(userId: number): QuestLayout {
  try {
    return {
      ...NEW_LAYOUT,
      ...(JSON.parse(readPlayerValue(userId, STORAGE_NAME) ?? '{}') as Partial<QuestLayout>),
    };
  } catch {
    // Another version of the site might have stored the value in another form.
    return NEW_LAYOUT;
  }
}
