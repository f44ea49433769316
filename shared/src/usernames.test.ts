import { expect, it } from 'vitest';
import { isReservedUsername, USERNAME_PATTERN, usernameKey } from './usernames.ts';

it.each([
  'admin',
  'Admin',
  'ADM1N',
  'a_d.m-i_n',
  'moderator',
  'm0derat0r',
  'support',
  'system',
  'rivalhold',
  'R1va1h0ld',
  '_rivalhold_',
  'Rivalhold_Support',
  'rnoderator',
  'Admins',
  'sy5tem',
  '4dm1n',
  'admin2',
  'Moderator_01',
])('reserves the name %s', (username) => {
  expect(isReservedUsername(username)).toBe(true);
});

it.each(['demo_admin', 'administrate', 'supporter', 'systemic', 'rival', 'modern'])(
  'does not reserve the name %s',
  (username) => {
    expect(isReservedUsername(username)).toBe(false);
  },
);

it.each(['demo_player', 'Demo_Player', '@demo_player', '＠demo_player', ' ＤＥＭＯ_player '])(
  'converts the username %j to the form that the database compares',
  (typed) => {
    expect(usernameKey(typed)).toBe('demo_player');
  },
);

it.each(['demo_player', 'a.b-c_d', '__x__', '1234', 'Kara.Stone-7'])(
  'accepts the username %s',
  (username) => {
    expect(username).toMatch(USERNAME_PATTERN);
  },
);

it.each([
  'demo_player.',
  'demo_player-',
  '.demo',
  '-demo',
  '....',
  '----',
  'a..b',
  'a.-b',
  'a b',
  'änne',
  '',
])('rejects the username %j', (username) => {
  expect(username).not.toMatch(USERNAME_PATTERN);
});
