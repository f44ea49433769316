import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gameQuery } from '../../entities/game/api.ts';
import { leaderboardQuery } from '../../entities/players/api.ts';
import { ME, STATS } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { type OpenFight, openFightsQuery } from './api.ts';
import { useOpenFightEvents } from './challenges.ts';
import { makeCombat, makeOpenFight } from './fixtures.ts';
import { useReloadAfter } from './realtime.ts';

const ended = makeCombat([], { status: 'over', winnerId: ME.id });
const requests = () => calls('GET /api/combat/open').length;
const leaderboards = () => calls('GET /api/leaderboard').length;

/** Show a page with the leaderboard, and a fight that has just ended. */
function Page({ hasFight }: { hasFight: boolean }) {
  useQuery(leaderboardQuery);
  return hasFight && <EndedFight />;
}
/** Show a page that loads the player's own stats, like the fight screen. */
function PageWithStats({ hasFight }: { hasFight: boolean }) {
  useQuery(gameQuery(ME.id));
  return hasFight && <EndedFight />;
}
function EndedFight() {
  useReloadAfter(ended, ME.id);
  return null;
}

/** Show the ids of the open fights. */
function OpenFights() {
  useOpenFightEvents(ME.id);
  const { data = [] } = useQuery(openFightsQuery);
  return <p>Open: {data.map(({ id }) => id).join(', ')}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer('GET /api/combat/open', []);
  answer('GET /api/leaderboard', { leaderboard: [] });
});
afterEach(() => vi.useRealTimers());

it('reloads the leaderboard once after the last exchange of a fight', async () => {
  const { rerender } = await renderWithProviders(<Page hasFight />);
  await waitFor(() => expect(leaderboards()).toBe(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(leaderboards()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(leaderboards()).toBe(2);
  await rerender(<Page hasFight={false} />);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(leaderboards()).toBe(2);
});

it('reloads the leaderboard immediately if the player leaves during the last exchange', async () => {
  const { rerender } = await renderWithProviders(<Page hasFight />);
  await waitFor(() => expect(leaderboards()).toBe(1));
  await rerender(<Page hasFight={false} />);
  await vi.advanceTimersByTimeAsync(100);
  expect(leaderboards()).toBe(2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(leaderboards()).toBe(2);
});

it('removes an ended fight from the open fights immediately', async () => {
  answer('GET /api/combat/open', [makeOpenFight({ id: 7 }), makeOpenFight({ id: 8 })]);
  await renderWithProviders(<OpenFights />);
  await connect(ME.id);
  await screen.findByText('Open: 7, 8');
  const before = requests();
  answer('GET /api/combat/open', [makeOpenFight({ id: 9 })]);
  const rewards = { xp: 20, coins: 1, defeatXp: 0 };
  await receive('combatOver', { combatId: 7, winnerId: ME.id, rewards, seed: '' });
  await screen.findByText('Open: 8');
  expect(requests()).toBe(before);
  await vi.advanceTimersByTimeAsync(2_000);
  await screen.findByText('Open: 9');
  expect(requests()).toBe(before + 1);
});

it('reloads the open fights even if an older request is still running', async () => {
  answer('GET /api/combat/open', [makeOpenFight({ id: 8 })]);
  await renderWithProviders(<OpenFights />);
  await connect(ME.id);
  await screen.findByText('Open: 8');
  const before = requests();
  const older = Promise.withResolvers<OpenFight[]>();
  answer('GET /api/combat/open', () => older.promise);
  await receive('joinedCombat', { combatId: 8, userId: 2 });
  await waitFor(() => expect(requests()).toBe(before + 1));
  answer('GET /api/combat/open', [makeOpenFight({ id: 9 })]);
  const rewards = { xp: 20, coins: 1, defeatXp: 0 };
  await receive('combatOver', { combatId: 8, winnerId: ME.id, rewards, seed: '' });
  older.resolve([makeOpenFight({ id: 8 })]);
  await screen.findByText('Open: 9');
  expect(requests()).toBe(before + 2);
});

it('reloads the player’s own state immediately when a fight ends', async () => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  const own = () => calls('GET /api/game/{userId}').length;
  const { rerender } = await renderWithProviders(<PageWithStats hasFight={false} />);
  await waitFor(() => expect(own()).toBe(1));
  await rerender(<PageWithStats hasFight />);
  await vi.advanceTimersByTimeAsync(100);
  expect(own()).toBe(2);
});
