import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, test } from 'vitest';
import { judgeSignUp } from '../features/accounts/policy.ts';
import { CLANS } from './portrait/palette.ts';
import { EVERYBODY, ROSTER, STAFF_AND_GUEST } from './roster.ts';

const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe('the cast', () => {
  test('is sixty players of all clans, and three to sign in as', () => {
    expect(ROSTER).toHaveLength(60);
    expect(new Set(ROSTER.map((player) => player.clan))).toEqual(new Set(CLANS));
    expect(STAFF_AND_GUEST.map(({ username, role }) => [username, role])).toEqual([
      ['demo_admin', 'admin'],
      ['demo_mod', 'moderator'],
      ['demo_player', 'player'],
    ]);
    expect(STAFF_AND_GUEST[2]?.level).toBe(3);
  });

  test('could sign up as it is, at addresses that are nobody’s', () => {
    for (const player of EVERYBODY) {
      const { clean, errors } = judgeSignUp({ ...player, password: 'ember-and-anvil' });
      expect(errors, player.username).toEqual({});
      expect(clean).toMatchObject({ username: player.username, firstName: player.firstName });
      expect(player.email).toBe(`${player.username.toLowerCase()}@demo.invalid`);
    }
  });

  test('has names and words of its own for each', () => {
    expect(distinct(EVERYBODY.map((player) => player.username.toLowerCase()))).toBe(EVERYBODY.length);
    expect(distinct(EVERYBODY.map((player) => player.statusMessage))).toBe(EVERYBODY.length);
    expect(distinct(EVERYBODY.map(({ firstName, lastName }) => `${firstName} ${lastName}`))).toBe(
      EVERYBODY.length,
    );
  });

  test('keeps the limits of a profile', () => {
    for (const player of EVERYBODY) {
      const { statusMessage, location, age, level, joined } = player;
      expect(statusMessage.length, player.username).toBeLessThanOrEqual(LIMITS.statusMessage);
      expect(statusMessage.trim()).toBe(statusMessage);
      expect(statusMessage).not.toBe('');
      expect(location.length).toBeLessThanOrEqual(LIMITS.location);
      expect(age).toBeGreaterThanOrEqual(LIMITS.age.min);
      expect(age).toBeLessThanOrEqual(LIMITS.age.max);
      expect(level).toBeGreaterThanOrEqual(1);
      expect(level).toBeLessThanOrEqual(24);
      expect(joined).toBeGreaterThanOrEqual(1);
      expect(joined).toBeLessThanOrEqual(60);
    }
  });

  test('is mostly of low level', () => {
    expect(ROSTER.filter((player) => player.level <= 8).length).toBeGreaterThan(30);
    expect(Math.max(...ROSTER.map((player) => player.level))).toBe(24);
  });
});
