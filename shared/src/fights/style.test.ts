import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Move, Style } from '../contract/combat.ts';
import { STYLE_LINES_MAX } from './numbers.ts';
import { PARTNERS } from './practice.ts';
import {
  STYLE_MOVES,
  styleLine,
  styleMove,
  styleOdds,
  styleProblems,
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
const last = TEMPERAMENTS.careful.at(-1)!;

describe('a style', () => {
  it('is valid if it is ready-made', () => {
    const partners = Object.values(PARTNERS).filter((style) => style !== null);
    expect(partners).toHaveLength(3);
    for (const style of [...Object.values(TEMPERAMENTS), ...partners])
      expect(styleProblems(style)).toEqual({});
  });

  it('is rejected with an error for each invalid field', () => {
    const first = TEMPERAMENTS.careful[0]!;
    const odds = (strike: number) => ({ ...last, odds: { ...last.odds, strike } });
    const cases: [Style, Record<string, string>][] = [
      [[], { lines: 'lines' }],
      [[...Array.from({ length: STYLE_LINES_MAX }, () => first), last], { lines: 'lines' }],
      [
        [{ ...first, health: 101, theirHealth: 0 }, last],
        { 'lines.0.health': 'percent', 'lines.0.theirHealth': 'percent' },
      ],
      [
        [{ ...first, focus: 4 }, { ...first, theirFocus: 1.5 }, last],
        { 'lines.0.focus': 'focus', 'lines.1.theirFocus': 'focus' },
      ],
      [[first, odds(-1)], { 'lines.1.odds.strike': 'odds' }],
      [[first, odds(Number.NaN)], { 'lines.1.odds.strike': 'odds' }],
      [[first, odds(36)], { 'lines.1.odds': 'sum' }],
      [[first], { 'lines.0': 'last' }],
      [[last, last], { 'lines.0': 'unconditional' }],
      [[last, odds(36)], { 'lines.0': 'unconditional', 'lines.1.odds': 'sum' }],
    ];
    for (const [style, problems] of cases) expect(styleProblems(style)).toEqual(problems);
  });

  it('plays the first line whose conditions are met', () => {
    const odds = (parts: Partial<View>) => styleOdds(TEMPERAMENTS.careful, { ...view, ...parts });
    expect(odds({})).toMatchObject({ strike: 35, guard: 40, feint: 25 });
    expect(odds({ health: 0.5 })).toMatchObject({ heal: 60 });
    expect(odds({ health: 0.5, theirFocus: 2 })).toMatchObject({ heal: 40 });
    expect(odds({ health: 0.5, heals: 0 })).toMatchObject({ heal: 0, strike: 35 });
    expect(odds({ focus: 2, theirFocus: 3 })).toMatchObject({ heavy: 40 });
    expect(odds({ theirFocus: 2 })).toMatchObject({ guard: 55 });
    expect(odds({ theirHealth: 0.34 })).toMatchObject({ strike: 50 });
  });

  it('chooses only available moves, with the odds of the style', () => {
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
      const move = styleMove(TEMPERAMENTS.careful, view, (index + 0.5) / 100);
      counts.set(move, counts.get(move)! + 1);
    }
    expect(Object.fromEntries(counts)).toEqual(last.odds);
  });

  it('plays Strike if no move with odds above 0 is available', () => {
    const onlyHeavy = [{ ...last, odds: { strike: 0, guard: 0, feint: 0, heavy: 100, heal: 0 } }];
    expect(styleMove(onlyHeavy, view, 0.7)).toBe('strike');
    expect(styleMove(onlyHeavy, { ...view, focus: 2 }, 0.7)).toBe('heavy');
  });

  it('shows a move in advance if the move has at least half of the odds', () => {
    expect(telegraph(TEMPERAMENTS.careful, view)).toBeNull();
    expect(telegraph(TEMPERAMENTS.careful, { ...view, theirFocus: 2 })).toBe('guard');
    expect(telegraph(TEMPERAMENTS.careful, { ...view, health: 0.4 })).toBe('heal');
    expect(telegraph(TEMPERAMENTS.careful, { ...view, health: 0.4, heals: 0 })).toBeNull();
  });

  it('ignores the odds of unavailable moves when it shows a move in advance', () => {
    const guarded = [styleLine({ heavy: 60, guard: 40 })];
    expect(telegraph(guarded, view)).toBe('guard');
    expect(telegraph(guarded, { ...view, focus: 2 })).toBe('heavy');
    expect(telegraph([styleLine({ heal: 50, strike: 30, feint: 20 })], view)).toBe('strike');
    expect(telegraph([styleLine({ heavy: 100 })], view)).toBe('strike');
  });

  it('shows a move in advance if and only if it plays this move at least half of the time', () => {
    const draws = 200;
    const styles = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 20, maxLength: 20 }).map((picks) => {
      const odds = STYLE_MOVES.map((move, index) => [
        move,
        5 * picks.filter((pick) => pick === index).length,
      ]);
      return [styleLine(Object.fromEntries(odds))];
    });
    fc.assert(
      fc.property(styles, views, (style, seen) => {
        const played = Array.from({ length: draws }, (_, index) =>
          styleMove(style, seen, (index + 0.5) / draws),
        );
        const shareOf = (move: Move) => played.filter((one) => one === move).length / draws;
        const shown = telegraph(style, seen);
        // Because of the limited number of draws, the measured shares can differ slightly from the odds.
        if (shown !== null) expect(shareOf(shown)).toBeGreaterThan(0.49);
        for (const move of STYLE_MOVES) if (shareOf(move) > 0.51) expect(shown).toBe(move);
      }),
    );
  });
});
