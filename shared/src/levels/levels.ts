/** The highest level there is. Experience beyond its threshold is kept but buys nothing more. */
export const MAX_LEVEL = 60;

/**
 * The numbers of the climb, counted in wins over equals so that they can be read as evenings:
 * wins from level l to l+1 = 1 + LINEAR (l-1) + SQUARE (l-1)², and a win pays `experienceForWin(l)`.
 */
const WINS_LINEAR = 0.1;
const WINS_SQUARE = 0.075;
const WIN_BASE = 18;
const WIN_PER_LEVEL = 2;
const THRESHOLD_STEP = 10;

/** A level adds one point to attack and defense, and two percent to health; docs/game.md says why. */
const START_STATS = { attack: 3, defense: 3, maxHealth: 100 } as const;
export const HEALTH_GROWTH = 1.02;
/** The span of a level for which no threshold is known, as the specification has it. */
const DEFAULT_SPAN = 100;

/** Experience that a first win over an opponent of `level` pays to an equal. */
export function experienceForWin(level: number): number {
  return WIN_BASE + WIN_PER_LEVEL * level;
}

/** Wins over equals, as a fraction, that lead from `level` to the next. */
function winsToPass(level: number): number {
  const above = level - 1;
  return 1 + WINS_LINEAR * above + WINS_SQUARE * above * above;
}

function climb(): readonly number[] {
  const thresholds = [0];
  for (let level = 1; level < MAX_LEVEL; level++) {
    const span = (winsToPass(level) * experienceForWin(level)) / THRESHOLD_STEP;
    thresholds.push(thresholds[level - 1]! + Math.round(span) * THRESHOLD_STEP);
  }
  return thresholds;
}

/** Experience at which level i+1 begins: entry 0 is level 1 and is 0. Strictly rising. */
export const THRESHOLDS: readonly number[] = climb();

/** The level, from 1 to MAX_LEVEL, that belongs to an amount of experience. */
export function levelFor(experience: number): number {
  let low = 1;
  let high = MAX_LEVEL;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (experience >= THRESHOLDS[middle - 1]!) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The experience between which a level lies, `upper` not included: the entries at `level - 1` (0 if there is none) and
 * at `level` (`lower + 100` if there is none). Specification, part 1: level thresholds.
 */
export function levelBounds(level: number, thresholds = THRESHOLDS): { lower: number; upper: number } {
  const lower = thresholds[level - 1] ?? 0;
  return { lower, upper: thresholds[level] ?? lower + DEFAULT_SPAN };
}

/** Multiplies step by step, because Math.pow may differ in its last bit from one browser to the next. */
function healthForLevel(level: number): number {
  let health: number = START_STATS.maxHealth;
  for (let step = 1; step < level; step++) health *= HEALTH_GROWTH;
  return Math.round(health);
}

const HEALTH_BY_LEVEL: readonly number[] = Array.from({ length: MAX_LEVEL }, (_, index) =>
  healthForLevel(index + 1),
);

/** What a character of a level has without items. A level outside 1..MAX_LEVEL counts as the nearest one. */
export function statsFor(level: number): { attack: number; defense: number; maxHealth: number } {
  const known = Math.min(Math.max(Math.trunc(level), 1), MAX_LEVEL);
  return {
    attack: START_STATS.attack + known - 1,
    defense: START_STATS.defense + known - 1,
    maxHealth: HEALTH_BY_LEVEL[known - 1]!,
  };
}
