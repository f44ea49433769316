import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { initialCallsFor, matchPage, PLAYER_PATHS } from '@rivalhold/shared/pages.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../entities/session/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { menuItems, prefetchPage } from './navigation.ts';

const ME = { id: 7, username: 'Mira', role: 'player' } as SessionUser;
const OTHER_ID = 8;
const requested: string[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    return new Promise(() => {});
  });
  requested.length = 0;
  queryClient.clear();
  setSession(ME);
  return () => vi.unstubAllGlobals();
});

/** Every player page, with the player's own id and another one in its path; a page for one of the two redirects. */
const PATHS = PLAYER_PATHS.flatMap((page) => {
  if (page === '/profiles/{userId}/edit') return [`/profiles/${ME.id}/edit`];
  if (page === '/dm/{userId}' || page === '/fight/{userId}') return [page.replace('{userId}', `${OTHER_ID}`)];
  return page.includes('{') ? [ME.id, OTHER_ID].map((id) => page.replace(/\{\w+\}/, `${id}`)) : [page];
});

it.each(PATHS)(
  'prefetches for %s the first calls that the server names in its document',
  async (pathname) => {
    const calls = initialCallsFor(pathname, matchPage(pathname))?.(ME) ?? [];
    prefetchPage({ pathname, search: {} });
    // Queries that wait for the live connection are not sent by then.
    await new Promise((resolve) => setTimeout(resolve));
    expect(requested.toSorted()).toEqual([...calls].toSorted());
  },
);

it('prefetches nothing for a malformed id', async () => {
  prefetchPage({ pathname: '/profiles/x', search: {} });
  await new Promise((resolve) => setTimeout(resolve));
  expect(requested).toEqual([]);
});

it('shows the staff entry of the menu to staff only', () => {
  const linksOf = (role: SessionUser['role']) => menuItems({ ...ME, role }).map(({ link }) => link.to);
  expect(linksOf('player')).not.toContain('/admin');
  expect(linksOf('moderator')).toContain('/admin');
  expect(linksOf('player')).toContain('/profiles/$userId');
});
