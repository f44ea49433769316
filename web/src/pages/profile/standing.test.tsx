import { STANDING_TEXTS as TEXTS } from '@rivalhold/shared/texts/standing.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { inventoryEntry, MYSELF, POTION, RIVAL, STATS } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { Standing } from './standing.tsx';

const factOf = (label: string) => screen.getByText(label).nextElementSibling;

beforeEach(() => {
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: null }, inventory: [inventoryEntry(POTION)] });
  answer('GET /api/combat/standing/{userId}', { rank: 12, headToHead: { wins: 2, losses: 1 } });
});

it('shows the rank, the head-to-head record and the worn gear', async () => {
  await renderWithProviders(<Standing player={RIVAL} own={false} />);
  // The whole card is the link, because the text alone is too small a target.
  const rank = await screen.findByRole('link', { name: `${TEXTS.rank} #12` });
  expect(rank).toHaveAttribute('href', '/leaderboard');
  expect(factOf(TEXTS.headToHead)).toHaveTextContent('You won 2 fights and lost 1');
  expect(factOf(TEXTS.weapon)).toHaveTextContent(TEXTS.basic);
});

it('shows no rank without wins', async () => {
  answer('GET /api/combat/standing/{userId}', { rank: null, headToHead: null });
  await renderWithProviders(<Standing player={MYSELF} own />);
  expect(await screen.findByText(TEXTS.unranked)).toBeInTheDocument();
  expect(screen.queryByText(TEXTS.headToHead)).not.toBeInTheDocument();
});

it('offers to load the standing again after a failure', async () => {
  answer('GET /api/combat/standing/{userId}', failure('forbidden'));
  const { user } = await renderWithProviders(<Standing player={RIVAL} own={false} />);
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/combat/standing/{userId}', { rank: 1, headToHead: { wins: 0, losses: 0 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(TEXTS.noResults)).toBeInTheDocument();
});
