import { describe, expect, it } from 'vitest';
import { documentName, initialCallsFor, matchPage, PAGES, type PagePath } from './pages.ts';

const PATHS = Object.keys(PAGES) as PagePath[];

describe('matchPage', () => {
  it('finds every page by its path', () => {
    for (const page of PATHS) expect(matchPage(page.replaceAll(/\{\w+\}/g, '5'))).toBe(page);
  });

  it('finds no page at other paths', () => {
    for (const path of ['/none', '/profiles/5/none', '/dm/5/6', '/store/x', '/admin/none', ''])
      expect(matchPage(path), path).toBeUndefined();
  });
});

describe('initialCallsFor', () => {
  const callsOf = (pathname: string, role: 'player' | 'moderator' | 'admin' = 'player') =>
    initialCallsFor(pathname, matchPage(pathname))?.({ id: 7, role });

  it('fills in the id from the path, and the id of the viewer', () => {
    expect(callsOf('/inventory/8')).toEqual(['/api/inventory/8', '/api/store', '/api/game/8']);
    expect(callsOf('/store')).toEqual(['/api/store', '/api/game/7']);
  });

  it('lists no request for a profile on any page', () => {
    for (const page of PATHS)
      for (const call of callsOf(page.replaceAll(/\{\w+\}/g, '8'), 'admin') ?? [])
        expect(call, page).not.toMatch(/^\/api\/profiles\/\d+$/);
  });

  it('returns nothing for a malformed id or a page without calls', () => {
    for (const path of ['/inventory/x', '/inventory/0', '/dashboard', '/terms', '/none'])
      expect(callsOf(path), path).toBeUndefined();
  });

  it('returns only calls that the viewer’s role allows', () => {
    expect(callsOf('/admin/mutes')).toEqual([]);
    expect(callsOf('/admin/users', 'moderator')).toEqual([]);
    expect(callsOf('/admin/users', 'admin')).toEqual(['/api/admin/users']);
  });
});

it('gives every page a unique document name', () => {
  expect(documentName('/profiles/{userId}/edit')).toBe('profiles.userId.edit.html');
  expect(new Set(PATHS.map(documentName)).size).toBe(PATHS.length);
});
