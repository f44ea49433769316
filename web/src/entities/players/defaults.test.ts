import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { expect, it } from 'vitest';
import { withDefaults } from './defaults.ts';

const minimal = {
  id: 7,
  username: 'mira',
  avatarUrl: null,
  experience: 0,
  wins: 0,
  losses: 0,
  statusMessage: '',
  age: null,
  sex: null,
  relationshipStatus: null,
  ...mapProfileTextFields(() => null),
  createdAt: '2026-01-01T00:00:00.000Z',
};
const complete: Profile = {
  ...minimal,
  level: 4,
  health: 0,
  maxHealth: 130,
  attack: 6,
  defense: 7,
  energy: 0,
  coins: 0,
};

it('adds a default for a missing number', () => {
  const defaults = { level: 1, health: 100, maxHealth: 100, attack: 10, defense: 5, energy: 100 };
  expect(withDefaults(minimal, true)).toEqual({ ...minimal, ...defaults, coins: 0 });
  expect(withDefaults({ ...minimal, health: null }, true).health).toBe(100);
});

it('keeps given values, including zero', () => {
  expect(withDefaults(complete, true)).toEqual(complete);
});

it('does not invent coins for another player', () => {
  expect(withDefaults(minimal, false).coins).toBeNull();
});
