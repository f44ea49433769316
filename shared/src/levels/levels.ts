/** The highest level. Experience beyond its threshold is stored but has no effect. */
export const MAX_LEVEL = 60;

/**
 * Coefficients of the experience curve. To get from level l to level l+1, a player needs FIRST + LINEAR (l-1) +
 * SQUARE (l-1)² wins against equal opponents. Each of these wins pays `experienceForWin(l)`.
 */
const WINS_FIRST = 0.8;
const WINS_LINEAR = 0.075;
const WINS_SQUARE = 0.056;
const WIN_BASE = 18;
const WIN_PER_LEVEL = 2;
const THRESHOLD_STEP = 5;

/** Each level adds one point to attack, one point to defense, and two percent to health; docs/game.md explains why. */
const START_STATS = { attack: 3, defense: 3, maxHealth: 100 } as const;
export const HEALTH_GROWTH = 1.02;
/** Experience that a level takes if its upper threshold is unknown. The specification sets this value. */
const DEFAULT_SPAN = 100;

/** Return the experience for a first win over an opponent, if both players are at `level`. */
export function experienceForWin(level: number): number {
  return WIN_BASE + WIN_PER_LEVEL * level;
}

/**
 * Return the number of wins against equal opponents that a player needs to get from `level` to the next
 * level, not rounded.
 */
function winsToPass(level: number): number {
  const above = level - 1;
  return WINS_FIRST + WINS_LINEAR * above + WINS_SQUARE * above * above;
}

function climb(): readonly number[] {
  const thresholds = [0];
  for (let level = 1; level < MAX_LEVEL; level++) {
    const span = (winsToPass(level) * experienceForWin(level)) / THRESHOLD_STEP;
    thresholds.push(thresholds[level - 1]! + Math.round(span) * THRESHOLD_STEP);
  }
  return thresholds;
}

/** Entry i is the experience at which level i+1 begins, so entry 0 (level 1) is 0. The entries rise strictly. */
export const THRESHOLDS: readonly number[] = climb();

/** Return the level, from 1 to the number of thresholds, for an amount of experience. */
export function levelFor(experience: number, thresholds = THRESHOLDS): number {
  let low = 1;
  let high = thresholds.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (experience >= thresholds[middle - 1]!) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Return the experience at which a level begins (`lower`) and at which the next level begins (`upper`). As the
 * specification requires, a missing `lower` is 0, and a missing `upper` is `lower + 100`.
 */
export function levelBounds(level: number, thresholds = THRESHOLDS): { lower: number; upper: number } {
  const lower = thresholds[level - 1] ?? 0;
  return { lower, upper: thresholds[level] ?? lower + DEFAULT_SPAN };
}

/**
 * Return the full health of a level. The function multiplies step by step, because the last bit of Math.pow can differ
 * between browsers.
 */
function healthForLevel(level: number): number {
  let health: number = START_STATS.maxHealth;
  for (let step = 1; step < level; step++) health *= HEALTH_GROWTH;
  return Math.round(health);
}

const HEALTH_BY_LEVEL: readonly number[] = Array.from({ length: MAX_LEVEL }, (_, index) =>
  healthForLevel(index + 1),
);

/** Return the stats of a level without items. A level outside 1..MAX_LEVEL counts as the nearest level. */
export function statsFor(level: number): { attack: number; defense: number; maxHealth: number } {
  const known = Math.min(Math.max(Math.trunc(level), 1), MAX_LEVEL);
  return {
    attack: START_STATS.attack + known - 1,
    defense: START_STATS.defense + known - 1,
    maxHealth: HEALTH_BY_LEVEL[known - 1]!,
  };
}
