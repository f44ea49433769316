import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { TITLE_NAMES } from '@rivalhold/shared/texts/titles.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { Combatant } from './components/combatant.tsx';
import { buildFightModel } from './fight-model.ts';
import { fightReducer } from './fight-state.ts';
import { makeCombat, makePlayer } from './fixtures.ts';

it('shows the title of a player beside the name', async () => {
  const players = {
    attacker: makePlayer(1, ME.username),
    defender: { ...makePlayer(2, 'Bjorn'), title: 'win-10' as const },
  };
  const { me, opponent } = buildFightModel(
    fightReducer(null, { type: 'opened', combat: makeCombat([]), ...players })!,
    ME.id,
  );
  const shared = { exchanges: [], gear: undefined, winner: false, isChallengePending: false, isOver: false };
  await renderWithProviders(
    <>
      <Combatant side={me} onLeft isViewer {...shared} />
      <Combatant side={opponent} onLeft={false} isViewer={false} {...shared} />
    </>,
  );
  const heading = screen.getByRole('heading', { name: `Bjorn ${TITLE_NAMES['win-10']}` });
  expect(heading).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: ME.username })).toBeInTheDocument();
});

it('marks the fighter as the viewer’s own when that changes', async () => {
  const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
  const { me } = buildFightModel(
    fightReducer(null, { type: 'opened', combat: makeCombat([]), ...players })!,
    ME.id,
  );
  const view = (isViewer: boolean) => (
    <Combatant side={me} exchanges={[]} gear={undefined} onLeft isViewer={isViewer} winner={false} />
  );
  const { rerender } = await renderWithProviders(view(false));
  expect(screen.queryByText(MENU_TEXTS.you)).not.toBeInTheDocument();
  await rerender(view(true));
  expect(screen.getByText(MENU_TEXTS.you)).toBeInTheDocument();
});
