import { CHALLENGE_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChallengeHost } from '../features/combat/components/challenge-host.tsx';
import { makeCombat, makePlayer } from '../features/combat/fixtures.ts';
import { ME } from '../testing/fixtures.ts';
import { answer } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { connect, receive } from '../testing/socket.ts';
import { LiveUpdatesHost } from './live-updates-host.tsx';

const deadlineAt = new Date(Date.now() + 30_000).toISOString();
const asked = makeCombat([], { attackerId: 2, defenderId: ME.id, isAsked: true, deadlineAt });
const challenge = {
  combat: asked,
  attacker: makePlayer(2, 'Bjorn'),
  defender: makePlayer(ME.id, ME.username),
};
const title = CHALLENGE_TEXTS.title('Bjorn');

it('asks the player to accept a challenge, until it is answered in another tab', async () => {
  answer('GET /api/friendships', []);
  await renderWithProviders(<LiveUpdatesHost />);
  await connect(ME.id);
  await receive('fightRequested', challenge);
  expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
  await receive('combatStateUpdate', { combat: { ...asked, isAsked: false } });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).not.toBeInTheDocument());
});

it('shows no challenge to its challenger', async () => {
  const own = { ...challenge, attacker: challenge.defender, defender: challenge.attacker };
  await renderWithProviders(<ChallengeHost challenge={own} onClose={() => undefined} />);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
