import { expect, it } from 'vitest';
import type { Move, SideResult } from '../contract/combat.ts';
import { DEFEAT_TEXTS } from '../texts/combat.ts';
import { reviewDefeat } from './defeat-review.ts';

const result = (move: Move, parts: Partial<SideResult> = {}): SideResult => ({
  ...{ move, itemId: null, byStyle: false, healed: 0, damage: 0, missed: false, critical: false },
  ...{ hp: 50, focus: 0 },
  ...parts,
});
/**
 * Return a lost fight with these pairs of moves. Each pair is the loser's move and the winner's move. At the
 * end, the loser has no heals or items left.
 */
const fight = (
  moves: readonly [Move, Move][],
  last: Partial<SideResult> = {},
  own: Partial<SideResult> = {},
) => ({
  exchanges: moves.map(([mine, theirs], index) => ({
    me: result(mine, { ...own, ...(index === moves.length - 1 && { hp: 0, ...last }) }),
    opponent: result(theirs),
  })),
  healsLeft: 0,
  itemsLeft: 0,
});
const MIXED: [Move, Move][] = [
  ['strike', 'feint'],
  ['guard', 'strike'],
  ['feint', 'guard'],
  ['strike', 'strike'],
  ['heal', 'strike'],
];

it('gives no hint for a fight without a clear mistake', () => {
  expect(reviewDefeat({ ...fight([]), healsLeft: 2, itemsLeft: 1 })).toEqual([]);
  expect(reviewDefeat(fight(MIXED))).toEqual([]);
});

it('mentions unused heals, unused focus and an unused item', () => {
  expect(reviewDefeat({ ...fight(MIXED), healsLeft: 2 })).toEqual([{ kind: 'heals', left: 2 }]);
  expect(reviewDefeat({ ...fight(MIXED, { focus: 3 }), itemsLeft: 1 })).toEqual([
    { kind: 'focus', left: 3 },
    { kind: 'noItem' },
  ]);
});

it('mentions how often the opponent’s move won, and a move that the player chose too often', () => {
  const predictable: [Move, Move][] = [
    ['strike', 'guard'],
    ['strike', 'guard'],
    ['strike', 'guard'],
    ['strike', 'feint'],
    ['guard', 'feint'],
    ['strike', 'strike'],
  ];
  expect(reviewDefeat(fight(predictable))).toEqual([
    { kind: 'read', count: 4, of: 6 },
    { kind: 'sameMove', move: 'strike', count: 5, of: 6 },
  ]);
});

it('mentions first how often the player was absent', () => {
  const away = fight(MIXED, { focus: 2 }, { byStyle: true });
  expect(reviewDefeat({ ...away, healsLeft: 1, itemsLeft: 1 })).toEqual([
    { kind: 'absent', count: 5, of: 5 },
    { kind: 'heals', left: 1 },
  ]);
});

it('writes hints about heals, items and moves', () => {
  expect(DEFEAT_TEXTS.hint({ kind: 'heals', left: 2 })).toBe('You had 2 heals left.');
  expect(DEFEAT_TEXTS.hint({ kind: 'read', count: 4, of: 6 })).toBe('Your move was beaten 4 of 6 times.');
  expect(DEFEAT_TEXTS.hint({ kind: 'sameMove', move: 'strike', count: 5, of: 6 })).toBe(
    'You chose Strike 5 of 6 times: mix your moves.',
  );
  expect(DEFEAT_TEXTS.hint({ kind: 'noItem' })).toBe('You never used an item.');
});
