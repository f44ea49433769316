import { expect, it } from 'vitest';
import { shownPlayers, trackShownPlayer, withOnlineResponse } from './shown-players.ts';

it('knows who is on the screen until the last place that shows them is gone', () => {
  const once = trackShownPlayer(1);
  const again = trackShownPlayer(1);
  const other = trackShownPlayer(2);
  once();
  expect(shownPlayers(10)).toEqual([1, 2]);
  expect(shownPlayers(1)).toEqual([2]);
  again();
  expect(shownPlayers(10)).toEqual([2]);
  other();
  expect(shownPlayers(10)).toEqual([]);
});

it('believes an answer about those asked for, and nothing about others', () => {
  expect(withOnlineResponse(new Set([1, 2, 3]), [2, 3, 4], [3, 4])).toEqual(new Set([1, 3, 4]));
});
