import type { Move, Style, StyleLine, Temperament } from '../contract/combat.ts';
import { HEAVY_FOCUS } from './moves.ts';

/** The knowledge of a fighter before an exchange. Health is a share of full health. */
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

export const STYLE_LINES_MAX = 8;

type Conditions = Partial<Omit<StyleLine, 'odds'>>;

function line(odds: Partial<StyleOdds>, conditions: Conditions = {}): StyleLine {
  return {
    ...{ canHeal: false, health: null, theirHealth: null, focus: null, theirFocus: null },
    ...conditions,
    odds: { strike: 0, guard: 0, feint: 0, heavy: 0, heal: 0, ...odds },
  };
}
const hurt = { canHeal: true, health: 50 };
const heavy = { focus: HEAVY_FOCUS };
const theyHoldHeavy = { theirFocus: HEAVY_FOCUS };

/** All ready-made styles heal alike: a style that heals less or later loses far more fights. */
const HEAL_LINES = [
  line({ strike: 20, guard: 40, heal: 40 }, { ...hurt, ...theyHoldHeavy }),
  line({ strike: 20, guard: 20, heal: 60 }, hurt),
];

/** Ready-made styles; `balanced` is the default. */
export const TEMPERAMENTS = {
  balanced: [
    ...HEAL_LINES,
    line({ strike: 10, guard: 25, feint: 25, heavy: 40 }, heavy),
    line({ strike: 35, guard: 55, feint: 10 }, theyHoldHeavy),
    line({ strike: 50, guard: 25, feint: 25 }, { theirHealth: 34 }),
    line({ strike: 35, guard: 40, feint: 25 }),
  ],
  fierce: [
    ...HEAL_LINES,
    line({ strike: 15, guard: 20, feint: 20, heavy: 45 }, heavy),
    line({ strike: 40, guard: 50, feint: 10 }, theyHoldHeavy),
    line({ strike: 55, guard: 20, feint: 25 }, { theirHealth: 34 }),
    line({ strike: 40, guard: 37, feint: 23 }),
  ],
  steadfast: [
    ...HEAL_LINES,
    line({ strike: 10, guard: 35, feint: 25, heavy: 30 }, heavy),
    line({ strike: 30, guard: 60, feint: 10 }, theyHoldHeavy),
    line({ strike: 45, guard: 30, feint: 25 }, { theirHealth: 34 }),
    line({ strike: 32, guard: 44, feint: 24 }),
  ],
  cunning: [
    ...HEAL_LINES,
    line({ strike: 10, guard: 20, feint: 35, heavy: 35 }, heavy),
    line({ strike: 33, guard: 52, feint: 15 }, theyHoldHeavy),
    line({ strike: 45, guard: 22, feint: 33 }, { theirHealth: 34 }),
    line({ strike: 32, guard: 38, feint: 30 }),
  ],
} satisfies Record<Temperament, Style>;

/** Practice opponents with a fixed style, easiest first; the hardest one plays the solved policy. */
export const PRACTICE_STYLES = {
  novice: [line({ strike: 35, guard: 15, feint: 50 })],
  fighter: [line({ strike: 25, guard: 25, heal: 50 }, hurt), line({ strike: 45, guard: 30, feint: 25 })],
  veteran: TEMPERAMENTS.balanced,
} satisfies Record<string, Style>;

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

function lineProblem({ health, theirHealth, focus, theirFocus, odds }: StyleLine): string | null {
  const percents = [health, theirHealth].every((value) => value === null || isWhole(value, 1, 100));
  const points = [focus, theirFocus].every((value) => value === null || isWhole(value, 1, 3));
  if (!percents || !points) return 'condition';
  const values = STYLE_MOVES.map((move) => odds[move]);
  if (!values.every((value) => isWhole(value, 0, 100))) return 'odds';
  return values.reduce((sum, value) => sum + value, 0) === 100 ? null : 'sum';
}

const isUnconditional = ({ canHeal, health, theirHealth, focus, theirFocus }: StyleLine) =>
  !canHeal && [health, theirHealth, focus, theirFocus].every((value) => value === null);

export type StyleProblem = { line: number; problem: 'lines' | 'condition' | 'odds' | 'sum' | 'last' };

/**
 * Return the first problem of a style with its line (from 0), or null: it must have 1 to 8 lines, each with
 * odds that add up to 100, and only the last line has no condition.
 */
export function styleProblem(style: Style): StyleProblem | null {
  if (style.length < 1 || style.length > STYLE_LINES_MAX) return { line: 0, problem: 'lines' };
  for (const [index, entry] of style.entries()) {
    const problem = lineProblem(entry) as StyleProblem['problem'] | null;
    if (problem) return { line: index, problem };
    if (isUnconditional(entry) !== (index === style.length - 1)) return { line: index, problem: 'last' };
  }
  return null;
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

/** Return the odds of the line that applies; the caller ignores unavailable moves. */
export function styleOdds(style: Style, view: View): StyleOdds {
  return (style.find((entry) => applies(entry, view)) ?? style.at(-1)!).odds;
}

/**
 * Return the move of a style for a random number. Odds of unavailable moves are divided among the others in
 * proportion; a line without any available move strikes.
 */
export function styleMove(style: Style, view: View, drawn: number): StyleMove {
  const odds = styleOdds(style, view);
  const open = STYLE_MOVES.filter((move) => odds[move] > 0 && canPlay(move, view));
  let rest = drawn * open.reduce((sum, move) => sum + odds[move], 0);
  for (const move of open) {
    rest -= odds[move];
    if (rest < 0) return move;
  }
  return open.at(-1) ?? 'strike';
}

/** Odds from which the opponent can see what an absent fighter prepares. */
const TELEGRAPH_PERCENT = 50;

/** Return the move that a style visibly prepares: one with at least half of the odds, or null. */
export function telegraph(style: Style, view: View): Move | null {
  const odds = styleOdds(style, view);
  return STYLE_MOVES.find((move) => odds[move] >= TELEGRAPH_PERCENT && canPlay(move, view)) ?? null;
}
