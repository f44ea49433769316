import { FOCUS_MAX } from './numbers.ts';

/** All moves. The solver identifies a move by its index in this list. */
export const MOVES = ['strike', 'guard', 'feint', 'heavy', 'heal', 'item'] as const;
type Move = (typeof MOVES)[number];

/**
 * Damage of a move (first key) against the opponent's move (second key), in percent of full health between fighters of
 * the same level.
 */
export const DAMAGE: Readonly<Record<Move, Readonly<Record<Move, number>>>> = {
  strike: { strike: 32, guard: 8, feint: 40, heavy: 32, heal: 16, item: 16 },
  guard: { strike: 24, guard: 0, feint: 0, heavy: 16, heal: 0, item: 0 },
  feint: { strike: 0, guard: 32, feint: 16, heavy: 0, heal: 16, item: 16 },
  heavy: { strike: 56, guard: 16, feint: 56, heavy: 56, heal: 56, item: 56 },
  heal: { strike: 0, guard: 0, feint: 0, heavy: 0, heal: 0, item: 0 },
  item: { strike: 0, guard: 0, feint: 0, heavy: 0, heal: 0, item: 0 },
};

/**
 * Each basic move beats one other basic move. A fighter whose move beats the opponent's move gains one focus.
 */
export const BEATS: Readonly<Partial<Record<Move, Move>>> = {
  strike: 'feint',
  feint: 'guard',
  guard: 'strike',
};

/** Report whether a move beats the opponent's move. If it does, the player has read (predicted) the opponent. */
export const winsRead = (own: Move, other: Move): boolean => BEATS[own] === other;

/** Focus cost of Heavy. */
export const HEAVY_FOCUS = 2;

/** Return the focus of a fighter after an exchange, given both moves. */
export function focusAfter(focus: number, own: Move, other: Move): number {
  const left = focus - (own === 'heavy' ? HEAVY_FOCUS : 0);
  return Math.min(FOCUS_MAX, left + (winsRead(own, other) ? 1 : 0));
}
