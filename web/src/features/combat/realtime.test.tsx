import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { type OpenFight, openFightsQuery } from './api.ts';
import { useOpenFightEvents } from './challenges.ts';
import { makeCombat, makeOpenFight } from './fixtures.ts';
import { useReloadAfter } from './realtime.ts';

const ended = makeCombat([], { status: 'over', winnerId: ME.id });
const requests = () => calls('GET /api/combat/open').length;

/** Like the navbar, show the open fights on each page. */
function Page({ hasFight }: { hasFight: boolean }) {
  useQuery(openFightsQuery);
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
});
afterEach(() => vi.useRealTimers());

it('reloads data once after the last exchange of a fight', async () => {
  const { rerender } = await renderWithProviders(<Page hasFight />);
  await waitFor(() => expect(requests()).toBe(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests()).toBe(2);
  await rerender(<Page hasFight={false} />);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requests()).toBe(2);
});

it('reloads data at once if the player leaves during the last exchange', async () => {
  const { rerender } = await renderWithProviders(<Page hasFight />);
  await waitFor(() => expect(requests()).toBe(1));
  await rerender(<Page hasFight={false} />);
  await vi.advanceTimersByTimeAsync(100);
  expect(requests()).toBe(2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requests()).toBe(2);
});

it('removes an ended fight from the open fights, and reloads them only if an older response is on its way', async () => {
  const rewards = { xp: 20, coins: 1, defeatXp: 0 };
  const over = (combatId: number) => ({ combatId, winnerId: ME.id, rewards, seed: '' });
  answer('GET /api/combat/open', [makeOpenFight({ id: 7 }), makeOpenFight({ id: 8 })]);
  await renderWithProviders(<OpenFights />);
  await connect(ME.id);
  await screen.findByText('Open: 7, 8');
  const before = requests();
  await receive('combatOver', over(7));
  await screen.findByText('Open: 8');
  expect(requests()).toBe(before);

  const late = Promise.withResolvers<OpenFight[]>();
  answer('GET /api/combat/open', () => late.promise);
  await receive('joinedCombat', { combatId: 8, userId: 2 });
  await waitFor(() => expect(requests()).toBe(before + 1));
  answer('GET /api/combat/open', []);
  await receive('combatOver', over(8));
  late.resolve([makeOpenFight({ id: 8 })]);
  await screen.findByText('Open:');
  expect(requests()).toBe(before + 2);
});
