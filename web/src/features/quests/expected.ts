import { keep, readKept } from '../../lib/kept.ts';

const NAME = 'quests';

/** Notes in this tab whether the player's quests are open, so that their place is kept free before they have come. */
export const expectQuests = (userId: number, isOpen: boolean): void =>
  keep(userId, NAME, isOpen ? 'open' : null);

export const areQuestsExpected = (userId: number): boolean => readKept(userId, NAME) !== null;
