import { styleProblems, TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLANS } from '@rivalhold/shared/portraits/palette.ts';
import { PROFILE_TEXT_FIELDS } from '@rivalhold/shared/profiles.ts';
import { describe, expect, test } from 'vitest';
import { validateSignUp } from '../features/accounts/policy.ts';
import { ALL_PLAYERS, ROSTER, SIGN_IN_PLAYERS } from './roster.ts';

const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe('the cast', () => {
  test('has sixty players of all clans, and three accounts for visitors', () => {
    expect(ROSTER).toHaveLength(60);
    expect(new Set(ROSTER.map((player) => player.clan))).toEqual(new Set(CLANS));
    expect(SIGN_IN_PLAYERS.map(({ username, role }) => [username, role])).toEqual([
      ['demo_admin', 'admin'],
      ['demo_mod', 'moderator'],
      ['demo_player', 'player'],
    ]);
    expect(SIGN_IN_PLAYERS[2]?.level).toBe(3);
  });

  test('has player data that sign-up would accept', () => {
    for (const { portrait: _, ...player } of ALL_PLAYERS) {
      const { clean, errors } = validateSignUp({ ...player, password: 'ember-and-anvil' });
      expect(errors, player.username).toEqual({});
      expect(clean).toMatchObject({ username: player.username, firstName: player.firstName });
      expect(player.email).toBe(`${player.username.toLowerCase()}@demo.invalid`);
    }
  });

  test('has unique names and status messages', () => {
    expect(distinct(ALL_PLAYERS.map((player) => player.username.toLowerCase()))).toBe(ALL_PLAYERS.length);
    expect(distinct(ALL_PLAYERS.map((player) => player.statusMessage))).toBe(ALL_PLAYERS.length);
    expect(distinct(ALL_PLAYERS.map(({ firstName, lastName }) => `${firstName} ${lastName}`))).toBe(
      ALL_PLAYERS.length,
    );
  });

  test('respects the limits of profile fields', () => {
    for (const player of ALL_PLAYERS) {
      const { statusMessage, location, age, level, joined } = player;
      expect(statusMessage.length, player.username).toBeLessThanOrEqual(LIMITS.statusMessage);
      expect(statusMessage.trim()).toBe(statusMessage);
      expect(statusMessage).not.toBe('');
      expect(location.length).toBeLessThanOrEqual(PROFILE_TEXT_FIELDS.location.maxLength);
      expect(age).toBeGreaterThanOrEqual(LIMITS.age.min);
      expect(age).toBeLessThanOrEqual(LIMITS.age.max);
      expect(level).toBeGreaterThanOrEqual(1);
      expect(level).toBeLessThanOrEqual(24);
      expect(joined).toBeGreaterThanOrEqual(1);
      expect(joined).toBeLessThanOrEqual(60);
    }
  });

  test('has players for every ready-made style', () => {
    const styles = ALL_PLAYERS.map(({ style }) => style);
    expect(new Set(styles.filter((style) => typeof style === 'string'))).toEqual(
      new Set(Object.keys(TEMPERAMENTS)),
    );
    const own = styles.filter((style) => typeof style !== 'string');
    expect(own.map(styleProblems)).toEqual([{}, {}, {}]);
  });

  test('has mostly players with low levels', () => {
    expect(ROSTER.filter((player) => player.level <= 8).length).toBeGreaterThan(30);
    expect(Math.max(...ROSTER.map((player) => player.level))).toBe(24);
  });
});
