import { expect, it } from 'vitest';
import { DAMAGE } from '../fights/moves.ts';
import { FIGHT_HELP } from './fight-help.ts';

const rules = FIGHT_HELP.rules.join(' ');

it('explains the rules in at most 80 words', () => {
  expect(rules.split(/\s+/).length).toBeLessThanOrEqual(80);
});

it('the damage table has the effects that the help states', () => {
  expect(DAMAGE.strike.heal).toBe(DAMAGE.strike.strike / 2);
  expect(DAMAGE.feint.heal).toBe(DAMAGE.feint.guard / 2);
  expect(DAMAGE.heavy.heal).toBe(Math.max(...Object.values(DAMAGE.heavy)));
  expect(DAMAGE.heavy.guard).toBeLessThan(DAMAGE.heavy.strike);
  for (const row of Object.values(DAMAGE)) expect(row.item).toBe(row.heal);
  const others = [DAMAGE.strike, DAMAGE.guard, DAMAGE.feint].flatMap((row) => Object.values(row));
  expect(DAMAGE.heavy.feint).toBeGreaterThan(Math.max(...others));
});
