import { MATCHUP_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FightOffer } from '../../features/combat/components/fight-offer.tsx';
import { makeMatchup, makePlayer, makeStrength } from '../../features/combat/fixtures.ts';
import { FakeWorker } from '../../features/practice/fixtures.ts';
import { ME } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  answer('GET /api/combat/open', []);
});
afterEach(() => vi.unstubAllGlobals());

it('compares both players, and starts the fight only when asked', async () => {
  const matchups = [makeMatchup(makePlayer(2, 'Bjorn'))];
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups });
  const onStart = vi.fn();
  const { user } = await renderWithProviders(
    <FightOffer meId={ME.id} opponentId={2} onStart={onStart} onResume={vi.fn()} />,
  );
  const start = await screen.findByRole('button', { name: MATCHUP_TEXTS.start });
  expect(await screen.findByText(/^about \d+%$/)).toBeInTheDocument();
  await waitFor(() => expect(start).not.toHaveAttribute('aria-disabled'));
  expect(onStart).not.toHaveBeenCalled();
  await user.click(start);
  expect(onStart).toHaveBeenCalledOnce();
});

it('offers no fight against a player who does not exist', async () => {
  answer('GET /api/combat/matchups', failure('notFound'));
  await renderWithProviders(<FightOffer meId={ME.id} opponentId={2} onStart={vi.fn()} onResume={vi.fn()} />);
  expect(await screen.findByText(PROFILE_TEXTS.notFound)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: MATCHUP_TEXTS.start })).not.toBeInTheDocument();
});
