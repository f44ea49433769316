import type { StyleLine, Temperament } from '../contract/combat.ts';
import { FOCUS_MAX, STYLE_LINES_MAX } from '../fights/numbers.ts';
import { STYLE_MOVES, type StyleProblem, TELEGRAPH_PERCENT } from '../fights/style.ts';
import { formatDecimal, formatPercent } from '../format-decimal.ts';
import { formatLabels } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import { MOVE_NAMES } from './combat.ts';

/** Errors of the style editor. */
export const FIGHT_STYLE_ERRORS = {
  either: 'Choose a ready-made style or write your own lines.',
  lines: `Use 1 to ${STYLE_LINES_MAX} lines.`,
  percent: 'Use a whole number from 1 to 100.',
  focus: `Choose 1 to ${FOCUS_MAX} focus.`,
  odds: 'Use whole numbers from 0 to 100.',
  sum: 'The percentages must add up to 100.',
  unconditional: 'Choose at least one condition. Only the last line can have none.',
  last: 'The last line must have no condition.',
} as const satisfies Record<StyleProblem | 'either', string>;

/** Return the error text of each field that has a problem. */
export const styleErrors = (problems: Record<string, StyleProblem>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, FIGHT_STYLE_ERRORS[problem]]),
  );

const NAMES: Record<Temperament, string> = {
  careful: 'Careful',
  bold: 'Bold',
  tricky: 'Tricky',
  patient: 'Patient',
};

/** Return the conditions of a line, each as a clause that can stand alone. */
const conditionTexts = ({ canHeal, health, theirHealth, focus, theirFocus }: StyleLine): string[] => [
  ...(canHeal ? ['you can heal'] : []),
  ...(health === null ? [] : [`your health is at most ${formatPercent(health)}`]),
  ...(focus === null
    ? []
    : [focus < FOCUS_MAX ? `your focus is at least ${focus}` : `your focus is ${focus}`]),
  ...(theirHealth === null ? [] : [`their health is at most ${formatPercent(theirHealth)}`]),
  ...(theirFocus === null
    ? []
    : [theirFocus < FOCUS_MAX ? `their focus is at least ${theirFocus}` : `their focus is ${theirFocus}`]),
];

const moveLabels = ({ odds }: StyleLine): string[] =>
  STYLE_MOVES.filter((move) => odds[move] > 0)
    .sort((one, two) => odds[two] - odds[one])
    .map((move) => `${MOVE_NAMES[move]} ${formatPercent(odds[move])}`);

/** Return a line of a style in words: its conditions, then its moves. `index` counts the lines from 0. */
export function lineInWords(line: StyleLine, index: number): string {
  const conditions = conditionTexts(line);
  const moves = formatLabels(moveLabels(line));
  if (conditions.length > 0) return `If: ${formatLabels(conditions)}. Then: ${moves}.`;
  return index === 0 ? `At any time: ${moves}.` : `Otherwise: ${moves}.`;
}

/** Texts of the page on which players edit their fight style. */
export const FIGHT_STYLE_TEXTS = {
  title: 'Fight style',
  lead: 'Your style chooses your moves while you’re away, or if you don’t choose in time.',
  loading: 'Loading your style…',
  loadFailed: 'Failed to load your style.',
  defended: (count: number) => `Your style has won ${formatCount(count, 'fight')} while you were away.`,
  defendedNone: 'Your style hasn’t won any fights for you yet.',
  choose: 'Choose a style',
  names: { ...NAMES, own: 'Custom' },
  texts: {
    careful: 'Guards when a Heavy threatens. Otherwise mixes all moves.',
    bold: 'Strikes the most, and spends focus on Heavy.',
    tricky: 'Feints more than the other styles.',
    patient: 'Guards the most, and saves focus.',
    own: 'Write your own style, line by line.',
  },
  words: 'What your style does',
  wordsText:
    'The first line whose conditions are met applies. If a move isn’t possible, the other moves share its percentage.',
  seen: `If your style gives a move ${TELEGRAPH_PERCENT}% or more while you’re away, your opponent sees a sign of that move in advance. Players can read your style in the record of a finished fight.`,
  editor: 'Your lines',
  editorText: `Up to ${STYLE_LINES_MAX} lines, checked from top to bottom. A line applies if all its conditions are met. The last line has no conditions.`,
  line: (number: number) => `Line ${number}`,
  lastLine: (number: number) => `Line ${number}: otherwise`,
  canHeal: 'You can heal',
  health: 'Your health up to',
  theirHealth: 'Their health up to',
  focus: 'Your focus',
  theirFocus: 'Their focus',
  anyHealth: 'Any',
  anyFocus: 'Any',
  focusLeast: (focus: number) => (focus < FOCUS_MAX ? `${focus} or more` : String(focus)),
  percent: '%',
  odds: 'Moves in %',
  sum: (sum: number) => `Total: ${formatDecimal(sum, 1)}%`,
  add: 'Add a line',
  full: `A style has at most ${STYLE_LINES_MAX} lines.`,
  up: (number: number) => `Move line ${number} up`,
  down: (number: number) => `Move line ${number} down`,
  remove: (number: number) => `Remove line ${number}`,
  moved: (number: number) => `Line moved to position ${number}.`,
  removed: (number: number) => `Line ${number} removed.`,
  added: (number: number) => `Line ${number} added.`,
  save: 'Save style',
  saved: 'Style saved. It applies to new fights.',
  saveFailed: 'Failed to save your style. Try again.',
  fixErrors: (count: number) => `${formatCount(count, 'error')} to fix before you can save.`,
  unsaved: 'Leave without saving your style?',
  unsavedText: 'Your changes will be lost.',
  leave: 'Leave',
  simulator: 'Try it out',
  simulatorText: (bouts: number) =>
    `Your browser simulates ${formatCount(bouts, 'fight')} with this style against each opponent. All players are equally strong.`,
  opponents: 'Opponents',
  styleOpponent: (name: string) => `${name} style`,
  run: (bouts: number) => `Fight ${formatCount(bouts, 'time')}`,
  running: 'Fighting…',
  stop: 'Stop',
  resultsCaption: 'Share of fights won',
  resultColumns: ['Opponent', 'Won', 'Likely range'],
  range: (low: number, high: number) => `${formatNumber(low)} to ${formatPercent(high)}`,
  rangeText: 'With 95% certainty, the true share is in the likely range.',
  took: (milliseconds: number) => `Done in ${formatDecimal(milliseconds / 1_000, 1, 1)} seconds.`,
  simulationFailed: 'The simulation failed. Try again.',
  invalid: 'Fix the errors in your lines first.',
  chooseOpponent: 'Choose at least one opponent.',
} as const;
