import { formatCount } from '../format-number.ts';
import { LIMITS } from '../limits.ts';
import { SECOND } from '../time-units.ts';

const time = LIMITS.combat.choiceMs / SECOND;

/** Texts of the card with the settings for fights. */
export const FIGHT_SETTINGS_TEXTS = {
  title: 'Fights',
  loadFailed: 'Failed to load your fight settings.',
  saveFailed: 'Failed to save. Try again.',
  style: 'Style while you’re away',
  styleText: 'Your style chooses your moves when you don’t. It applies to new fights.',
  styles: {
    careful: 'Balanced: a bit of everything',
    bold: 'Fierce: more Strike and Heavy',
    patient: 'Steadfast: more Guard',
    tricky: 'Cunning: more Feint',
  },
  ownLines: 'Your own lines',
  defended: (count: number) => `Your style has won ${formatCount(count, 'fight')} while you were away.`,
  challenges: 'Live challenges',
  challengesText: 'Players who can’t challenge you live can still fight your style.',
  from: { everybody: 'From everybody', friends: 'From friends', nobody: 'From nobody' },
  doubleTime: `More time: ${2 * time} instead of ${time} seconds for each move`,
} as const;
