import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { expect, it } from 'vitest';
import { entriesWithDefaults, type ProfileAnswer, profilesWithDefaults, withDefaults } from './defaults.ts';

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

it('adds default values for missing numbers in a profile', () => {
  const defaults = { level: 1, health: 100, maxHealth: 100, attack: 10, defense: 5, energy: 100 };
  expect(withDefaults(minimal, true)).toEqual({ ...minimal, ...defaults, coins: 0 });
  expect(withDefaults({ ...minimal, health: null }, true).health).toBe(100);
});

it('keeps the values in a profile, including zero', () => {
  expect(withDefaults(complete, true)).toEqual(complete);
});

it('returns null for the missing coins of another player', () => {
  expect(withDefaults(minimal, false).coins).toBeNull();
});

const NEW: Profile = {
  id: 7,
  username: 'User',
  avatarUrl: null,
  level: 1,
  experience: 0,
  wins: 0,
  losses: 0,
  health: 100,
  maxHealth: 100,
  attack: 10,
  defense: 5,
  energy: 100,
  coins: null,
  statusMessage: '',
  age: null,
  sex: null,
  relationshipStatus: null,
  ...mapProfileTextFields(() => null),
  createdAt: '',
};

it('adds all defaults to a response without any field', () => {
  for (const answer of [null, {}, { profile: null }, { id: 7, profile: {} }, { wins: null, level: null }])
    expect(withDefaults(answer as ProfileAnswer, false, 7)).toEqual(NEW);
});

it('replaces values of the wrong type with the defaults', () => {
  const answer = {
    level: 'high',
    age: '',
    statusMessage: 5,
    avatarUrl: 0,
    sex: {},
  } as unknown as ProfileAnswer;
  expect(withDefaults(answer, false, 7)).toEqual(NEW);
});

it('fills missing fields from a nested profile, but never overwrites other fields', () => {
  const nested = { level: 9, wins: 3, age: 31, statusMessage: 'Busy', username: 'other' };
  const answer = { id: 7, username: 'mira', wins: null, profile: nested };
  expect(withDefaults(answer, false)).toEqual({ ...NEW, ...nested, username: 'mira' });
  expect(withDefaults({ profile: complete }, true, 7)).toEqual(complete);
});

it('adds default values to the profiles in a list and to leaderboard entries', () => {
  const list = [{ id: 7 }, { profile: { id: 8, username: 'Bo' } }];
  expect(profilesWithDefaults(list, 7)).toEqual([
    { ...NEW, coins: 0 },
    { ...NEW, id: 8, username: 'Bo' },
  ]);
  const entry = { id: 7, username: 'User', avatarUrl: null, level: 1, wins: 0, losses: 0 };
  expect(entriesWithDefaults([{ id: 7 }])).toEqual([entry]);
  for (const answer of [null, undefined, { message: 'no list' }])
    expect(entriesWithDefaults(answer as never)).toEqual([]);
});
