import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  clearReturnPath,
  isSitePath,
  readReturnPath,
  saveReturnPath,
  takeReturnPath,
} from './return-path.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('returns a saved path once, with its query and hash', () => {
  saveReturnPath('/profiles/7?tab=fights#post-3');
  expect(readReturnPath()).toBe('/profiles/7?tab=fights#post-3');
  expect(takeReturnPath()).toBe('/profiles/7?tab=fights#post-3');
  expect(takeReturnPath()).toBeNull();
});

it('keeps only the latest path', () => {
  saveReturnPath('/profiles');
  saveReturnPath('/settings');
  expect(readReturnPath()).toBe('/settings');
  clearReturnPath();
  expect(readReturnPath()).toBeNull();
});

it.each([
  'https://elsewhere.test/',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  'javascript:x',
  '',
])('does not save %j as the return path', (place) => {
  saveReturnPath(place);
  expect(readReturnPath()).toBeNull();
});

it('ignores a stored URL of another site', () => {
  stored.set('return-path', '//elsewhere.test');
  expect(takeReturnPath()).toBeNull();
});

it('accepts only paths on this site, for any input', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (place) => {
        if (isSitePath(place)) expect(new URL(place, 'http://hold.test/a/b').origin).toBe('http://hold.test');
      },
    ),
  );
});

it('saves no path if the browser has no session storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  saveReturnPath('/profiles');
  expect(takeReturnPath()).toBeNull();
});
