import { expect, it } from 'vitest';
import { hasScrolledUp } from './scrolled-up.ts';

const BEFORE = { scrollTop: 500, clientHeight: 300 };

it.each([
  ['the list stays', 500, 300, false],
  ['new rows move the list down', 560, 300, false],
  ['the player scrolls up', 400, 300, true],
  ['the player scrolls up while the list becomes smaller', 400, 260, true],
  ['the player scrolls up while the list becomes taller', 400, 340, true],
  ['the browser scrolls because the list becomes taller', 460, 340, false],
])('distinguishes scrolling up from layout changes: %s', (_, scrollTop, clientHeight, expected) => {
  expect(hasScrolledUp(BEFORE, { scrollTop, clientHeight })).toBe(expected);
});
