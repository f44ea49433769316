import { expect, it } from 'vitest';
import { STATS } from '../../testing/fixtures.ts';
import { type GameAnswer, gameWithDefaults } from './api.ts';

const NEW = {
  level: 1,
  experience: 0,
  coins: 50,
  health: 100,
  maxHealth: 100,
  attack: 3,
  defense: 3,
  energy: 100,
  wins: 0,
  losses: 0,
};

it.each<[GameAnswer | null]>([
  [null],
  [{}],
  [{ stats: null, inventory: null }],
  [{ stats: { level: null } }],
])('replaces the missing values in the response %j with those of a new character', (answer) =>
  expect(gameWithDefaults(answer, true)).toEqual({ stats: NEW, inventory: [] }),
);

it('keeps the values in a response, including zero', () => {
  const stats = { ...STATS, health: 0, coins: 0 };
  expect(gameWithDefaults({ stats, inventory: [] }, false).stats).toEqual(stats);
  expect(gameWithDefaults({ stats: { level: 4 } }, false).stats).toEqual({ ...NEW, level: 4, coins: null });
});
