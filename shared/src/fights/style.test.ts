import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Style } from '../contract/combat.ts';
import {
  PRACTICE_STYLES,
  STYLE_LINES_MAX,
  STYLE_MOVES,
  styleMove,
  styleOdds,
  styleProblem,
  TEMPERAMENTS,
  telegraph,
  type View,
} from './style.ts';

const view: View = {
  exchange: 1,
  ...{ health: 1, theirHealth: 1, focus: 0, theirFocus: 0 },
  ...{ heals: 2, theirHeals: 2, items: 0, theirItems: 0 },
};
const shares = fc.double({ min: 0.01, max: 1, noNaN: true });
const views = fc.record({
  exchange: fc.integer({ min: 1, max: 20 }),
  health: shares,
  theirHealth: shares,
  ...{ focus: fc.integer({ min: 0, max: 3 }), theirFocus: fc.integer({ min: 0, max: 3 }) },
  ...{ heals: fc.integer({ min: 0, max: 2 }), theirHeals: fc.integer({ min: 0, max: 2 }) },
  ...{ items: fc.constant(0), theirItems: fc.constant(0) },
});
const last = TEMPERAMENTS.balanced.at(-1)!;

describe('a style', () => {
  it('is valid if it is one of the ready-made styles', () => {
    for (const style of [...Object.values(TEMPERAMENTS), ...Object.values(PRACTICE_STYLES)]) {
      expect(styleProblem(style)).toBeNull();
    }
  });

  it('is rejected with the line of its first problem', () => {
    const first = TEMPERAMENTS.balanced[0]!;
    const cases: [Style, string, number][] = [
      [[], 'lines', 0],
      [[...Array.from({ length: STYLE_LINES_MAX }, () => first), last], 'lines', 0],
      [[{ ...first, health: 101 }, last], 'condition', 0],
      [[{ ...first, focus: 4 }, last], 'condition', 0],
      [[first, { ...last, odds: { ...last.odds, strike: -1 } }], 'odds', 1],
      [[first, { ...last, odds: { ...last.odds, strike: 36 } }], 'sum', 1],
      [[first], 'last', 0],
      [[last, last], 'last', 0],
    ];
    for (const [style, problem, line] of cases) expect(styleProblem(style)).toEqual({ problem, line });
  });

  it('plays the first line whose conditions hold', () => {
    const odds = (parts: Partial<View>) => styleOdds(TEMPERAMENTS.balanced, { ...view, ...parts });
    expect(odds({})).toMatchObject({ strike: 35, guard: 40, feint: 25 });
    expect(odds({ health: 0.5 })).toMatchObject({ heal: 60 });
    expect(odds({ health: 0.5, theirFocus: 2 })).toMatchObject({ heal: 40 });
    expect(odds({ health: 0.5, heals: 0 })).toMatchObject({ heal: 0, strike: 35 });
    expect(odds({ focus: 2, theirFocus: 3 })).toMatchObject({ heavy: 40 });
    expect(odds({ theirFocus: 2 })).toMatchObject({ guard: 55 });
    expect(odds({ theirHealth: 0.34 })).toMatchObject({ strike: 50 });
  });

  it('chooses only available moves, as often as its odds say', () => {
    fc.assert(
      fc.property(views, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (seen, drawn) => {
        for (const style of Object.values(TEMPERAMENTS)) {
          const move = styleMove(style, seen, drawn);
          if (move === 'heavy') expect(seen.focus).toBeGreaterThanOrEqual(2);
          if (move === 'heal') expect(seen.heals > 0 && seen.health < 1).toBe(true);
          expect(styleOdds(style, seen)[move]).toBeGreaterThan(0);
        }
      }),
    );
    const counts = new Map(STYLE_MOVES.map((move) => [move, 0]));
    for (let index = 0; index < 100; index++) {
      const move = styleMove(TEMPERAMENTS.balanced, view, (index + 0.5) / 100);
      counts.set(move, counts.get(move)! + 1);
    }
    expect(Object.fromEntries(counts)).toEqual(last.odds);
  });

  it('strikes if none of its moves is available', () => {
    const onlyHeavy = [{ ...last, odds: { strike: 0, guard: 0, feint: 0, heavy: 100, heal: 0 } }];
    expect(styleMove(onlyHeavy, view, 0.7)).toBe('strike');
    expect(styleMove(onlyHeavy, { ...view, focus: 2 }, 0.7)).toBe('heavy');
  });

  it('shows a move with at least half of the odds, unless it is unavailable', () => {
    expect(telegraph(TEMPERAMENTS.balanced, view)).toBeNull();
    expect(telegraph(TEMPERAMENTS.balanced, { ...view, theirFocus: 2 })).toBe('guard');
    expect(telegraph(TEMPERAMENTS.balanced, { ...view, health: 0.4 })).toBe('heal');
    expect(telegraph(TEMPERAMENTS.balanced, { ...view, health: 0.4, heals: 0 })).toBeNull();
  });
});
