import { expect, it } from 'vitest';
import { shownPlayers, trackShownPlayer, withOnlineResponse } from './shown-players.ts';

it('tracks a player until every component that shows them is unmounted', () => {
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

it('updates the online status of only the requested players', () => {
  expect(withOnlineResponse(new Set([1, 2, 3]), [2, 3, 4], [3, 4])).toEqual(new Set([1, 3, 4]));
});
