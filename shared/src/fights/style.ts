import type { Move, Style, StyleLine, Temperament } from '../contract/combat.ts';
import { HEAVY_FOCUS } from './moves.ts';
import { FOCUS_MAX, STYLE_LINES_MAX } from './numbers.ts';

/** The information that a fighter has before an exchange. Health is a share of full health. */
export type View = {
  exchange: number;
  health: number;
  theirHealth: number;
  focus: number;
  theirFocus: number;
  heals: number;
  theirHeals: number;
  items: number;
  theirItems: number;
};

/** Moves that a style can choose. */
export const STYLE_MOVES = ['strike', 'guard', 'feint', 'heavy', 'heal'] as const;
export type StyleMove = (typeof STYLE_MOVES)[number];
export type StyleOdds = Record<StyleMove, number>;

type Conditions = Partial<Omit<StyleLine, 'odds'>>;

/** Make a line of a style. Conditions that are not given do not apply, and odds that are not given are 0. */
export function styleLine(odds: Partial<StyleOdds>, conditions: Conditions = {}): StyleLine {
  return {
    canHeal: false,
    health: null,
    theirHealth: null,
    focus: null,
    theirFocus: null,
    ...conditions,
    odds: { strike: 0, guard: 0, feint: 0, heavy: 0, heal: 0, ...odds },
  };
}
const hurt = { canHeal: true, health: 50 };
const heavy = { focus: HEAVY_FOCUS };
const theyHoldHeavy = { theirFocus: HEAVY_FOCUS };

/**
 * All ready-made styles have the same heal lines, because a style that heals less often, or later, loses far
 * more fights.
 */
const HEAL_LINES = [
  styleLine({ strike: 20, guard: 40, heal: 40 }, { ...hurt, ...theyHoldHeavy }),
  styleLine({ strike: 20, guard: 20, heal: 60 }, hurt),
];

/** The ready-made style of players who have not chosen one. */
export const DEFAULT_TEMPERAMENT = 'careful' satisfies Temperament;

/** Ready-made styles. */
export const TEMPERAMENTS = {
  careful: [
    ...HEAL_LINES,
    styleLine({ strike: 10, guard: 25, feint: 25, heavy: 40 }, heavy),
    styleLine({ strike: 35, guard: 55, feint: 10 }, theyHoldHeavy),
    styleLine({ strike: 50, guard: 25, feint: 25 }, { theirHealth: 34 }),
    styleLine({ strike: 35, guard: 40, feint: 25 }),
  ],
  bold: [
    ...HEAL_LINES,
    styleLine({ strike: 15, guard: 20, feint: 20, heavy: 45 }, heavy),
    styleLine({ strike: 40, guard: 50, feint: 10 }, theyHoldHeavy),
    styleLine({ strike: 55, guard: 20, feint: 25 }, { theirHealth: 34 }),
    styleLine({ strike: 40, guard: 37, feint: 23 }),
  ],
  tricky: [
    ...HEAL_LINES,
    styleLine({ strike: 10, guard: 20, feint: 35, heavy: 35 }, heavy),
    styleLine({ strike: 33, guard: 52, feint: 15 }, theyHoldHeavy),
    styleLine({ strike: 45, guard: 22, feint: 33 }, { theirHealth: 34 }),
    styleLine({ strike: 32, guard: 38, feint: 30 }),
  ],
  patient: [
    ...HEAL_LINES,
    styleLine({ strike: 10, guard: 35, feint: 25, heavy: 30 }, heavy),
    styleLine({ strike: 30, guard: 60, feint: 10 }, theyHoldHeavy),
    styleLine({ strike: 45, guard: 30, feint: 25 }, { theirHealth: 34 }),
    styleLine({ strike: 32, guard: 44, feint: 24 }),
  ],
} satisfies Record<Temperament, Style>;

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

const isUnconditional = ({ canHeal, health, theirHealth, focus, theirFocus }: StyleLine) =>
  !canHeal && [health, theirHealth, focus, theirFocus].every((value) => value === null);

/**
 * A problem of a style: too few or too many `lines`; a `percent`, `focus` or `odds` value that is out of range; a `sum`
 * of odds that is not 100; an `unconditional` line before the last line; a `last` line with conditions.
 */
export type StyleProblem = 'lines' | 'percent' | 'focus' | 'odds' | 'sum' | 'unconditional' | 'last';

function lineProblems(line: StyleLine, isLast: boolean): [field: string, problem: StyleProblem][] {
  const found: [string, StyleProblem][] = [];
  for (const field of ['health', 'theirHealth'] as const)
    if (line[field] !== null && !isWhole(line[field], 1, 100)) found.push([`.${field}`, 'percent']);
  for (const field of ['focus', 'theirFocus'] as const)
    if (line[field] !== null && !isWhole(line[field], 1, FOCUS_MAX)) found.push([`.${field}`, 'focus']);
  if (isUnconditional(line) !== isLast) found.push(['', isLast ? 'last' : 'unconditional']);
  const wrong = STYLE_MOVES.filter((move) => !isWhole(line.odds[move], 0, 100));
  found.push(...wrong.map((move): [string, StyleProblem] => [`.odds.${move}`, 'odds']));
  if (wrong.length === 0 && oddsSum(line) !== 100) found.push(['.odds', 'sum']);
  return found;
}

/** Return the sum of the odds of a line. The sum is 100 in a valid style. */
export const oddsSum = ({ odds }: Pick<StyleLine, 'odds'>): number =>
  STYLE_MOVES.reduce((sum, move) => sum + odds[move], 0);

/**
 * Return the problems of a style by field, such as `lines.0.odds`, or an empty object if the style is valid. A style
 * must have 1 to 8 lines, each with odds that add up to 100. The last line must have no condition, and each other line
 * at least one condition.
 */
export function styleProblems(style: Style): Record<string, StyleProblem> {
  const hasLines = style.length >= 1 && style.length <= STYLE_LINES_MAX;
  return Object.fromEntries([
    ...(hasLines ? [] : ([['lines', 'lines']] as const)),
    ...style.flatMap((line, index) =>
      lineProblems(line, index === style.length - 1).map(([field, problem]) => [
        `lines.${index}${field}`,
        problem,
      ]),
    ),
  ]);
}

function applies(entry: StyleLine, view: View): boolean {
  return (
    (!entry.canHeal || (view.heals > 0 && view.health < 1)) &&
    (entry.health === null || view.health * 100 <= entry.health) &&
    (entry.theirHealth === null || view.theirHealth * 100 <= entry.theirHealth) &&
    (entry.focus === null || view.focus >= entry.focus) &&
    (entry.theirFocus === null || view.theirFocus >= entry.theirFocus)
  );
}

const canPlay = (move: StyleMove, view: View) =>
  move === 'heavy' ? view.focus >= HEAVY_FOCUS : move !== 'heal' || (view.heals > 0 && view.health < 1);

/**
 * Return the odds of the line that applies. The caller must ignore the odds of unavailable moves.
 */
export function styleOdds(style: Style, view: View): StyleOdds {
  return (style.find((entry) => applies(entry, view)) ?? style.at(-1)!).odds;
}

/**
 * Return the available moves of the line that applies, their odds, and the sum of these odds. The style plays each
 * of these moves with its share of the sum, so the odds of unavailable moves are divided among the available moves in
 * proportion. If no move of the line is available, the style plays Strike.
 */
function playableOdds(style: Style, view: View): { moves: [move: StyleMove, odds: number][]; sum: number } {
  const odds = styleOdds(style, view);
  const moves = STYLE_MOVES.filter((move) => odds[move] > 0 && canPlay(move, view));
  if (moves.length === 0) return { moves: [['strike', 100]], sum: 100 };
  return {
    moves: moves.map((move) => [move, odds[move]]),
    sum: moves.reduce((sum, move) => sum + odds[move], 0),
  };
}

/** Pick a style's move with a random number from 0 to 1. */
export function styleMove(style: Style, view: View, drawn: number): StyleMove {
  const { moves, sum } = playableOdds(style, view);
  let rest = drawn * sum;
  for (const [move, odds] of moves) {
    rest -= odds;
    if (rest < 0) return move;
  }
  return moves.at(-1)![0];
}

/** If an absent fighter's style plays a move with at least these odds (percent), the opponent sees it in advance. */
export const TELEGRAPH_PERCENT = 50;

/**
 * Return the move that a style shows in advance: a move that it plays with at least half of the odds. Return null if
 * there is none.
 */
export function telegraph(style: Style, view: View): Move | null {
  const { moves, sum } = playableOdds(style, view);
  return moves.find(([, odds]) => odds * 100 >= TELEGRAPH_PERCENT * sum)?.[0] ?? null;
}
