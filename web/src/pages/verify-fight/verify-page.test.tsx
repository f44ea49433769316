import { VERIFY_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { VerifyPage } from './verify-page.tsx';

const page = { route: '/player/fights/$id', at: '/fights/7' };
const fighter = {
  level: 1,
  attack: 10,
  defense: 5,
  maxHealth: 100,
  health: 100,
  weapon: 0,
  armor: 0,
  style: [],
};

it('shows that a fight is not over yet', async () => {
  answer('GET /api/combat/fights/{id}', failure('notFound'));
  await renderWithProviders(<VerifyPage />, page);
  expect(await screen.findByText(VERIFY_TEXTS.notOver)).toBeInTheDocument();
});

it('rejects a record whose seed does not match its hash', async () => {
  answer('GET /api/combat/fights/{id}', {
    id: 7,
    attacker: { id: 1, username: 'Astrid', ...fighter },
    defender: { id: 2, username: 'Bjorn', ...fighter },
    attackerAvatarUrl: null,
    defenderAvatarUrl: null,
    inputs: [{ kind: 'forfeit', side: 'defender', reason: 'abandoned' }],
    rulesVersion: 1,
    nonces: { attacker: '', defender: '' },
    seedHash: 'another',
    seed: 'seed',
    winnerId: 1,
    attackerHP: 100,
    defenderHP: 100,
    rewards: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
  });
  await renderWithProviders(<VerifyPage />, page);
  expect(await screen.findByText(VERIFY_TEXTS.failed)).toBeInTheDocument();
  expect(screen.getByText(VERIFY_TEXTS.numbers)).toBeInTheDocument();
  // In the recorded fight, neither browser added a nonce.
  expect(screen.getByRole('note')).toHaveTextContent(VERIFY_TEXTS.noNonce);
});
