import { useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { openFightsQuery } from './api.ts';
import { makeCombat } from './fixtures.ts';
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
