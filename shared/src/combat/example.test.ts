import { expect, it } from 'vitest';
import { exampleFight } from './example.ts';

const { lines, setup, winner } = exampleFight();
const blows = lines.filter(({ line }) => line.kind === 'hit' || line.kind === 'miss');

it('is short and contains each kind of line', () => {
  expect(blows.length).toBeLessThanOrEqual(12);
  const kinds = new Set(lines.map(({ line }) => (line.critical ? 'critical' : line.kind)));
  expect(kinds).toEqual(new Set(['hit', 'miss', 'critical', 'heal', 'over']));
  expect(winner).toBe(setup.attacker.username);
});

it('shows the factors of each blow', () => {
  const left = new Map([setup.attacker, setup.defender].map(({ id, health }) => [id, health]));
  for (const { line, draws, factors } of lines) {
    if (line.kind === 'miss') expect(draws).toHaveLength(1);
    if (line.kind === 'hit') {
      const weight = Math.round(factors.reduce((product, factor) => product * factor, 1));
      expect(draws).toHaveLength(3);
      expect(line.amount).toBe(Math.min(weight, left.get(line.to)!));
    }
    left.set(setup.attacker.id, line.attackerHP);
    left.set(setup.defender.id, line.defenderHP);
  }
  expect(lines.at(-1)?.line.kind).toBe('over');
});
