import type { PlayerRef, RankedPlayer } from '@rivalhold/shared/contract/profiles.ts';
import { LEADERBOARD_TEXTS as TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { RANKED_TEXTS, RATING_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, MYSELF, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { LeaderboardPage } from './leaderboard-page.tsx';
import { RatingRanking } from './rating-ranking.tsx';

const ranked = (player: { id: number; username: string }, rank: number, score: number): RankedPlayer => ({
  ...{ id: player.id, username: player.username, avatarUrl: null },
  ...{ level: 2, wins: score, losses: 1, score, rank },
});
const page = { route: '/leaderboard', at: '/leaderboard' };
const ownRank = () => screen.findByRole('region', { name: TEXTS.yourRank });

it('shows the player’s rank even if no loaded page contains it', async () => {
  const own = ranked(ME, 40, 2);
  answer('GET /api/leaderboard/{board}', ({ query }) =>
    query.cursor
      ? { items: [ranked(ME, 41, 2)], nextCursor: null, own }
      : { items: [ranked(RIVAL, 1, 9)], nextCursor: 'next', own },
  );
  const { user } = await renderWithProviders(<LeaderboardPage />, page);
  expect(await ownRank()).toHaveTextContent(TEXTS.rankNumber(40));
  const list = await screen.findByRole('list', { name: TEXTS.board.wins });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(within(list).getByRole('link', { name: 'Challenge: Bjorn' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: UI_TEXTS.loadMore }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  expect(await ownRank()).toHaveTextContent(TEXTS.rankNumber(41));
  expect(screen.queryByRole('link', { name: `Challenge: ${ME.username}` })).not.toBeInTheDocument();
});

it('keeps the selected board in the URL', async () => {
  answer('GET /api/leaderboard/{board}', ({ params }) =>
    params.board === 'week'
      ? { items: [], nextCursor: null, own: null }
      : { items: [ranked(ME, 1, 2)], nextCursor: null, own: ranked(ME, 1, 2) },
  );
  const { user, path } = await renderWithProviders(<LeaderboardPage />, page);
  const tabs = within(screen.getByRole('navigation', { name: TEXTS.boards }));
  expect(tabs.getByRole('link', { name: TEXTS.board.wins })).toHaveAttribute('aria-current', 'page');
  await user.click(tabs.getByRole('link', { name: TEXTS.board.week }));
  expect(await screen.findByText(TEXTS.empty)).toBeInTheDocument();
  expect(path()).toBe('/leaderboard?board=week');
  expect(await ownRank()).toHaveTextContent(TEXTS.notRanked);
  expect(tabs.getByRole('link', { name: TEXTS.board.week })).toHaveAttribute('aria-current', 'page');
  expect(tabs.getByRole('link', { name: TEXTS.board.wins })).not.toHaveAttribute('aria-current');
  await user.click(tabs.getByRole('link', { name: TEXTS.board.friends }));
  expect(await screen.findByText(TEXTS.noFriends)).toBeInTheDocument();
  expect(calls('GET /api/leaderboard/{board}').map(({ params }) => params.board)).toEqual([
    'wins',
    'week',
    'friends',
  ]);
});

it('offers to load a board again after a failure', async () => {
  answer('GET /api/leaderboard/{board}', failure('forbidden'));
  const { user } = await renderWithProviders(<LeaderboardPage />, page);
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/leaderboard/{board}', { items: [ranked(RIVAL, 1, 9)], nextCursor: null, own: null });
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText('Bjorn')).toBeInTheDocument();
});

const rating = { rating: 1620, deviation: 60, provisional: false, league: 'silver', fights: 40 } as const;

const ratingEntry = (rank: number, player: PlayerRef) => ({ rank, player, rating });
const ownRating = () => screen.findByRole('region', { name: RANKED_TEXTS.yourRating });

it('shows the rating board page by page, and the player’s own rank', async () => {
  const own = { ...rating, rank: 41 };
  answer('GET /api/ratings/board', ({ query }) =>
    query.cursor
      ? { items: [ratingEntry(41, MYSELF)], nextCursor: null, own }
      : { items: [ratingEntry(1, RIVAL)], nextCursor: 'next', own },
  );
  const { user } = await renderWithProviders(<RatingRanking />, page);
  const list = await screen.findByRole('list', { name: RATING_TEXTS.board });
  expect(within(list).getByRole('listitem')).toHaveTextContent(/1\s?.*Bjorn.*1,620/);
  expect(await ownRating()).toHaveTextContent(TEXTS.rankNumber(41));
  await user.click(screen.getByRole('button', { name: UI_TEXTS.loadMore }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  expect(calls('GET /api/ratings/board').map(({ query }) => query.cursor)).toEqual([undefined, 'next']);
  expect(screen.getByText(TEXTS.end)).toBeInTheDocument();
});

it('says why the player is not on the rating board', async () => {
  answer('GET /api/ratings/board', {
    items: [ratingEntry(1, RIVAL)],
    nextCursor: null,
    own: { ...rating, fights: 3, rank: null },
  });
  await renderWithProviders(<RatingRanking />, page);
  expect(await ownRating()).toHaveTextContent(RATING_TEXTS.ownUnlisted(3));
});

it('offers a ranked fight on an empty rating board', async () => {
  answer('GET /api/ratings/board', { items: [], nextCursor: null, own: null });
  await renderWithProviders(<RatingRanking />, page);
  expect(await screen.findByText(RATING_TEXTS.boardEmpty)).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: RANKED_TEXTS.find })[0]).toHaveAttribute('href', '/ranked');
});

it('offers to load the rating board again after a failure', async () => {
  answer('GET /api/ratings/board', failure('forbidden'));
  const { user } = await renderWithProviders(<RatingRanking />, page);
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/ratings/board', { items: [ratingEntry(1, RIVAL)], nextCursor: null, own: null });
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText('Bjorn')).toBeInTheDocument();
});
