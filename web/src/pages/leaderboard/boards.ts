import type { Board } from '@rivalhold/shared/contract/profiles.ts';
import { BOARDS } from '@rivalhold/shared/leaderboards.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** A tab of the page: a board by wins, or the board of ratings. */
export type BoardTab = Board | 'rating';
export const BOARD_TABS = [...BOARDS, 'rating'] as const satisfies readonly BoardTab[];

/** The query of the page's URL. */
export type LeaderboardSearch = { board?: BoardTab };

/** Return the board that a URL query names. If it names no known board, return the board of all wins. */
export const readBoard = (query: { board?: unknown }): BoardTab =>
  BOARD_TABS.find((board) => board === query.board) ?? 'wins';

/** Query a board, page by page. Each page also contains the viewer's own entry, if there is one. */
export const boardQuery = (board: Board) =>
  infiniteQueryOptions({
    queryKey: ['leaderboard', board],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/leaderboard/{board}', {
        params: { board },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    ...cursorPagination,
  });
