import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { Actions } from './components/actions.tsx';
import { type FightState, fightReducer } from './fight-state.ts';
import { buildFightView } from './fight-view.ts';
import { makeCombat, makePlayer, makeSide } from './fixtures.ts';

it('counts down the time for a move, and plays the move that the player clicks', async () => {
  const combat = makeCombat([], {
    deadlineAt: new Date(Date.now() + 5_000).toISOString(),
    sides: { attacker: makeSide(), defender: makeSide({ present: true }) },
  });
  const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
  const state = fightReducer(null, { type: 'opened', combat, ...players }) as FightState;
  const actions = { play: vi.fn(), heal: vi.fn(), use: vi.fn(), concede: vi.fn() };
  const idle = { pending: null, cooling: false, sealed: false, queued: false, error: null, retrying: false };
  const { user } = await renderWithProviders(
    <Actions
      view={buildFightView(state, ME.id)}
      actions={{ ...idle, ...actions } as never}
      items={[]}
      keys={false}
    />,
  );
  expect(screen.getByRole('timer')).toHaveTextContent(/^[45] seconds left$/);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${COMBAT_TEXTS.attack}`) }));
  expect(actions.play).toHaveBeenCalledExactlyOnceWith('strike');
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.heal }));
  expect(actions.heal).toHaveBeenCalledOnce();
});
