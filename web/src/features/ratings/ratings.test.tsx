import type { RatingChange, RatingHistory } from '@rivalhold/shared/contract/ratings.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { LEAGUE_NAMES, RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { RatingCard } from './components/rating-card.tsx';
import { RatingResult } from './components/rating-result.tsx';

const change = (
  fightId: number,
  before: number,
  after: number,
  over: Partial<RatingChange> = {},
): RatingChange => ({
  ...{ fightId, opponent: RIVAL, opponentRating: 1510, won: after > before, before, after },
  ...{ deviation: 80, at: minutesAgo(60 * (10 - fightId)) },
  ...over,
});
const HISTORY: RatingHistory = {
  current: { rating: 1584, deviation: 80, provisional: false, league: 'silver', fights: 2 },
  changes: [change(8, 1612, 1584, { opponent: null }), change(7, 1500, 1612)],
};

it('shows the rating and its history', async () => {
  answer('GET /api/ratings/{userId}', HISTORY);
  const { user } = await renderWithProviders(<RatingCard userId={ME.id} own />);
  expect(await screen.findByText('1,584', { selector: 'strong' })).toBeInTheDocument();
  expect(screen.getByText(`${LEAGUE_NAMES.silver} · ${TEXTS.deviation(80)}`)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: TEXTS.graph(1500, 1584, 2) })).toBeInTheDocument();
  await user.click(screen.getByText(TEXTS.table));
  const [, latest, earliest] = within(screen.getByRole('table')).getAllByRole('row');
  expect(latest).toHaveTextContent(TEXTS.unknown);
  expect(latest).toHaveTextContent(TEXTS.changed(-28));
  expect(earliest).toHaveTextContent(`${TEXTS.changed(112)}1,612`);
  expect(within(earliest!).getByRole('link', { name: RIVAL.username })).toBeInTheDocument();
});

it('marks a provisional rating, and invites an unrated player to a ranked fight', async () => {
  answer('GET /api/ratings/{userId}', {
    current: { ...HISTORY.current!, deviation: 300, provisional: true },
    changes: [],
  });
  const first = await renderWithProviders(<RatingCard userId={2} own={false} />);
  expect(await screen.findByText(new RegExp(TEXTS.provisional))).toBeInTheDocument();
  first.unmount();
  answer('GET /api/ratings/{userId}', { current: null, changes: [] });
  await renderWithProviders(<RatingCard userId={ME.id} own />);
  expect(await screen.findByRole('link', { name: TEXTS.noneText })).toHaveAttribute('href', '/ranked');
});

it('offers to load the rating again after a failure', async () => {
  answer('GET /api/ratings/{userId}', failure('forbidden'));
  const { user } = await renderWithProviders(<RatingCard userId={ME.id} own />);
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/ratings/{userId}', HISTORY);
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByRole('img')).toBeInTheDocument();
});

it('shows how a ranked fight changed the rating', async () => {
  answer('GET /api/ratings/{userId}', HISTORY);
  const { unmount } = await renderWithProviders(<RatingResult userId={ME.id} fightId={8} />);
  expect(await screen.findByText(TEXTS.after(1584, TEXTS.changed(-28)))).toBeInTheDocument();
  unmount();
  await renderWithProviders(<RatingResult userId={ME.id} fightId={9} />);
  expect(await screen.findByText(TEXTS.unrated)).toBeInTheDocument();
});

const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;

it('does not show a fight as unrated if its rating change is not loaded', async () => {
  const changes = Array.from({ length: LIMITS.ranked.history }, (_, at) => change(500 - at, 1500, 1510));
  answer('GET /api/ratings/{userId}', { ...HISTORY, changes });
  await renderWithProviders(<RatingResult userId={ME.id} fightId={9} />);
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(screen.queryByText(TEXTS.unrated)).not.toBeInTheDocument();
});

it('shows that the rating after a fight is loading, and offers a retry after a failure', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('GET /api/ratings/{userId}', () => reply.promise);
  const { user } = await renderWithProviders(<RatingResult userId={ME.id} fightId={8} />);
  expect(isBusy()).toBe(true);
  reply.resolve(failure('forbidden'));
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/ratings/{userId}', HISTORY);
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(TEXTS.after(1584, TEXTS.changed(-28)))).toBeInTheDocument();
});
