import { expect, it } from 'vitest';
import { shownPlayers, showPlayer, withAnswer } from './shown.ts';

it('knows who is on the screen until the last place that shows them is gone', () => {
  const once = showPlayer(1);
  const again = showPlayer(1);
  const other = showPlayer(2);
  once();
  expect(shownPlayers(10)).toEqual([1, 2]);
  expect(shownPlayers(1)).toEqual([2]);
  again();
  expect(shownPlayers(10)).toEqual([2]);
  other();
  expect(shownPlayers(10)).toEqual([]);
});

it('believes an answer about those asked for, and nothing about others', () => {
  expect(withAnswer(new Set([1, 2, 3]), [2, 3, 4], [3, 4])).toEqual(new Set([1, 3, 4]));
});
