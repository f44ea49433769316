import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { patchCachedPlayer, withPatch } from './cached-players.ts';

const profile = (id: number) => ({ id, statusMessage: 'before' }) as Profile;
const list = (...ids: number[]) => ({ pages: [{ items: ids.map(profile) }], pageParams: [null] });

it('updates the profile and list entries of one player only', () => {
  const client = new QueryClient();
  client.setQueryData(['profiles', 1], profile(1));
  client.setQueryData(['profiles', 2], profile(2));
  client.setQueryData(['profiles', 'list'], list(2, 1));
  patchCachedPlayer(client, 1, { statusMessage: 'after' });
  expect(client.getQueryData(['profiles', 1])).toMatchObject({ statusMessage: 'after' });
  expect(client.getQueryData(['profiles', 2])).toMatchObject({ statusMessage: 'before' });
  expect(client.getQueryData(['profiles', 'list'])).toMatchObject({
    pages: [{ items: [{ statusMessage: 'before' }, { statusMessage: 'after' }] }],
  });
});

it('returns the same list if it does not contain the player', () => {
  const cached = list(2, 3);
  expect(withPatch(cached, 1, { statusMessage: 'after' })).toBe(cached);
});
