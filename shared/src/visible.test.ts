import { expect, it } from 'vitest';
import { isVisible } from './visible.ts';

it.each(['a', '.', '鍛', '🔥', ' 1 ', '\u200bx', '👩‍🚒'])('%j shows something', (text) => {
  expect(isVisible(text)).toBe(true);
});

it.each([
  '',
  ' ',
  '\n\t',
  '\u200b',
  '\u2060',
  '\u3164',
  '\u00ad',
  '\u2800',
  '\u202e',
  '\ufe0f',
  '\ud800',
  '\u115f',
])('%j shows nothing', (text) => {
  expect(isVisible(text)).toBe(false);
});
