import { OFFER_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ME, makeProfile, STATS } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FightOffer } from './components/fight-offer.tsx';
import { makePlayer } from './fixtures.ts';

beforeEach(() => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
});

it('starts the fight only when asked', async () => {
  answer('GET /api/profiles/{id}', makeProfile(makePlayer(2, 'Bjorn')));
  const onStart = vi.fn();
  const { user } = await renderWithProviders(<FightOffer meId={ME.id} opponentId={2} onStart={onStart} />);
  const start = await screen.findByRole('button', { name: OFFER_TEXTS.start('Bjorn') });
  expect(onStart).not.toHaveBeenCalled();
  await user.click(start);
  expect(onStart).toHaveBeenCalledOnce();
});

it('offers nothing against a player who does not exist', async () => {
  answer('GET /api/profiles/{id}', failure('notFound'));
  await renderWithProviders(<FightOffer meId={ME.id} opponentId={2} onStart={vi.fn()} />);
  expect(await screen.findByText(PROFILE_TEXTS.notFound)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: OFFER_TEXTS.start('Bjorn') })).not.toBeInTheDocument();
});
