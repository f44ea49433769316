import { LIMITS } from '../limits.ts';
import { SECOND } from '../time-units.ts';

const time = LIMITS.combat.choiceMs / SECOND;

/** Texts of the card with the settings for fights. */
export const FIGHT_SETTINGS_TEXTS = {
  title: 'Fights',
  loadFailed: 'Failed to load your fight settings.',
  saveFailed: 'Failed to save. Try again.',
  styleText: 'While you’re away, your style chooses your moves.',
  toStyle: 'Fight style',
  challenges: 'Live challenges',
  challengesText: 'Players who can’t challenge you live can still fight your style.',
  from: { everybody: 'From everybody', friends: 'From friends', nobody: 'From nobody' },
  doubleTime: `More time: ${2 * time} seconds instead of ${time} for each move`,
} as const;
