import { expect, it } from 'vitest';
import { initials, nameHue } from './avatar-letters.ts';

it('returns the first two characters of a name in upper case', () => {
  expect(initials('ysolde')).toBe('YS');
  expect(initials(' x ')).toBe('X');
  expect(initials('')).toBe('US');
  expect(initials('😀ab')).toBe('😀A');
});

it('returns the same hue for the same name', () => {
  expect(nameHue('Ysolde')).toBe(nameHue('Ysolde'));
  const hues = new Set(Array.from({ length: 40 }, (_, index) => nameHue(`player${index}`)));
  expect(hues.size).toBeGreaterThan(30);
});
