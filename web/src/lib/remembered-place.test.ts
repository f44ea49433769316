import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetPlace, isOwnPlace, rememberedPlace, rememberPlace, takePlace } from './remembered-place.ts';

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

it('gives a place back once, with its query and hash', () => {
  rememberPlace('/profiles/7?tab=fights#post-3');
  expect(rememberedPlace()).toBe('/profiles/7?tab=fights#post-3');
  expect(takePlace()).toBe('/profiles/7?tab=fights#post-3');
  expect(takePlace()).toBeNull();
});

it('keeps the latest, and nothing once forgotten', () => {
  rememberPlace('/profiles');
  rememberPlace('/settings');
  expect(rememberedPlace()).toBe('/settings');
  forgetPlace();
  expect(rememberedPlace()).toBeNull();
});

it.each([
  'https://elsewhere.test/',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  'javascript:x',
  '',
])('never remembers %j', (place) => {
  rememberPlace(place);
  expect(rememberedPlace()).toBeNull();
});

it('does not trust what stands in the storage', () => {
  stored.set('place', '//elsewhere.test');
  expect(takePlace()).toBeNull();
});

it('leads to this site whatever it is given', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (place) => {
        if (isOwnPlace(place)) expect(new URL(place, 'http://hold.test/a/b').origin).toBe('http://hold.test');
      },
    ),
  );
});

it('does without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  rememberPlace('/profiles');
  expect(takePlace()).toBeNull();
});
