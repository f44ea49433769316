import { expect, it } from 'vitest';
import { splitByPresence } from './split-by-presence.ts';

const friends = [
  { id: 1, username: 'zora' },
  { id: 2, username: 'Bram' },
  { id: 3, username: 'ana_b' },
];

it('separates online from offline friends, each sorted by name', () => {
  const { online, offline } = splitByPresence(friends, new Set([1, 2, 9]), '');
  expect(online.map(({ id }) => id)).toEqual([2, 1]);
  expect(offline.map(({ id }) => id)).toEqual([3]);
});

it('matches any part of a name, ignoring case', () => {
  const { online, offline } = splitByPresence(friends, new Set([3]), ' B ');
  expect([...online, ...offline].map(({ id }) => id)).toEqual([3, 2]);
});
