import { expect, it } from 'vitest';
import { hasScrolledUp } from './scrolled-up.ts';

const BEFORE = { scrollTop: 500, clientHeight: 300 };

it.each([
  ['a list that stays', 500, 300, false],
  ['a list that is moved down by new rows', 560, 300, false],
  ['a player', 400, 300, true],
  ['a player while the list becomes smaller', 400, 260, true],
  ['a player while the list becomes taller', 400, 340, true],
  ['the browser, because the list becomes taller', 460, 340, false],
])('distinguishes scrolling from layout changes: %s', (_, scrollTop, clientHeight, expected) => {
  expect(hasScrolledUp(BEFORE, { scrollTop, clientHeight })).toBe(expected);
});
