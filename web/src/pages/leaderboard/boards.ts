import type { Board } from '@rivalhold/shared/contract/profiles.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** The boards in the order of their tabs. */
export const BOARDS = ['wins', 'week', 'friends', 'level'] as const satisfies readonly Board[];

/** The query of the page's URL. */
export type LeaderboardSearch = { board?: Board };

/** Return the board that an address names, or the board of all wins for other values. */
export const readBoard = (query: { board?: unknown }): Board =>
  BOARDS.find((board) => board === query.board) ?? 'wins';

/** Query a board, page by page. Each page contains the viewer's own entry. */
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
