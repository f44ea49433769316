import { expect, it } from 'vitest';
import { collapseBlankLines, isVisible, trimText, visibleLength } from './visible-text.ts';

it.each(['a', '.', '鍛', '🔥', ' 1 ', '\u200bx', '👩‍🚒'])(
  'reports that %j has a visible character',
  (text) => {
    expect(isVisible(text)).toBe(true);
  },
);

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
])('reports that %j has no visible character', (text) => {
  expect(isVisible(text)).toBe(false);
});

it.each([
  ['  Hello \n', 'Hello'],
  [' \u200b\u2060 ', ''],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('trims %j to %j', (text, expected) => {
  expect(trimText(text)).toBe(expected);
});

it('counts an emoji as one character', () => {
  expect([visibleLength('🐉'.repeat(140)), visibleLength('a b')]).toEqual([140, 3]);
});

it.each([
  ['one\ntwo', 'one\ntwo'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['one\n\n\n\n\ntwo', 'one\n\ntwo'],
  ['one\r\n \r\n\t\r\ntwo', 'one\n\ntwo'],
  ['1\n2\n3\n4\n5', '1\n2\n3 4 5'],
  [`a${'\u2028'.repeat(40)}b`, 'a\n\nb'],
])('collapses the lines of %j to at most three: %j', (text, expected) => {
  expect(collapseBlankLines(text, 3)).toBe(expected);
});

it('collapses 2,000 lines to 30, and changes only whitespace', () => {
  const text = 'a\n'.repeat(2_000);
  expect(collapseBlankLines(text, 30).split('\n')).toHaveLength(30);
  expect(collapseBlankLines(text, 30).replaceAll(/\s/g, '')).toBe('a'.repeat(2_000));
});
