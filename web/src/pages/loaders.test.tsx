import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { initialCallsFor, PLAYER_PATHS, RENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../entities/session/api.ts';
import { sessionsQuery } from '../features/accounts/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { loadPage } from './loaders.ts';

const ME = { id: 7, username: 'Mira', role: 'player' } as SessionUser;
const OTHER_ID = 8;
const requested: string[] = [];
/**
 * Requests with a cache mode. The page's HTML document does not preload them, because a preload cannot set this mode.
 */
const uncached: string[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', (path: string, { cache }: RequestInit) => {
    (cache ? uncached : requested).push(path);
    return new Promise(() => {});
  });
  requested.length = 0;
  uncached.length = 0;
  queryClient.clear();
  setSession(ME);
  return () => vi.unstubAllGlobals();
});

/**
 * Every page for players, and every page that the server renders for guests on request. A page with an id in its path
 * is listed twice: with the player's own id and with another id. Exceptions: only players themselves can edit their
 * profile, and players cannot message or fight themselves.
 */
const TARGETS = [...PLAYER_PATHS, ...RENDERED_PATHS].flatMap((page) => {
  if (!page.includes('{')) return [{ page, id: '' }];
  if (page === '/profiles/{userId}/edit') return [{ page, id: `${ME.id}` }];
  const ids = page === '/dm/{userId}' || page === '/fight/{userId}' ? [OTHER_ID] : [ME.id, OTHER_ID];
  return ids.map((id) => ({ page, id: `${id}` }));
});
it.each(TARGETS)('sends the requests that the HTML document lists for $page $id', async ({ page, id }) => {
  const calls = initialCallsFor(page.replace(/\{\w+\}/, id), page)?.(ME) ?? [];
  loadPage(page, { params: id ? { userId: id } : {}, location: { search: {} } });
  // Wait only briefly, so that queries that wait for the live connection are not sent yet.
  await new Promise((resolve) => setTimeout(resolve));
  expect(requested.toSorted()).toEqual([...calls].toSorted());
});

it.each([
  ['/profiles/{userId}', [`/api/profiles/${OTHER_ID}`]],
  ['/profiles/{userId}/edit', [`/api/profiles/${ME.id}`]],
  ['/gallery/{userId}', [`/api/profiles/${OTHER_ID}`]],
  ['/inventory/{userId}', [`/api/profiles/${OTHER_ID}`]],
])('loads the profile on the page %s with `no-cache`', async (page, expected) => {
  loadPage(page, { params: { userId: `${OTHER_ID}` }, location: { search: {} } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(uncached).toEqual(expected);
});

it('loads nothing for a guest', async () => {
  setSession(null);
  loadPage('/coins', { params: {}, location: { search: {} } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(requested).toEqual([]);
});

describe('during an outage', () => {
  const settled = () => vi.advanceTimersByTimeAsync(10_000);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (path: string) => {
      requested.push(path);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    return () => vi.useRealTimers();
  });

  it('sends a failed request of a preloaded page once, without retries', async () => {
    loadPage('/settings', { params: {}, location: { search: {} } });
    await settled();
    expect(requested).toEqual(['/api/sessions']);
  });

  it('repeats a failed request of a page that is shown', async () => {
    loadPage('/settings', { params: {}, location: { search: {} } });
    const stop = new QueryObserver(queryClient, sessionsQuery).subscribe(() => {});
    await settled();
    stop();
    expect(requested).toHaveLength(3);
  });
});
