import type { SideResult } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { BattleLog } from './components/battle-log.tsx';
import { makeLine, makeResult } from './fixtures.ts';
import { narrateLine } from './narration.ts';

const [ATTACKER, DEFENDER] = [1, 2];

/** Return the line that the battle log shows for an exchange. `meId` is null for a spectator. */
async function lineFor(meId: number | null, attacker: Partial<SideResult>, defender: Partial<SideResult>) {
  const sides = { attacker: makeResult(attacker), defender: makeResult(defender) };
  const line = narrateLine(makeLine(1, { ...sides, text: 'A blow.' }), { attackerId: ATTACKER, meId });
  const { unmount } = await renderWithProviders(
    <BattleLog lines={[line]} isSpectator={meId === null} isOpen />,
  );
  const text = screen.getByText('A blow.').closest('p')?.textContent;
  const labels = [COMBAT_TEXTS.logFigures, COMBAT_TEXTS.logFiguresWatched];
  const shown = labels.filter((label) => screen.queryByText(label));
  unmount();
  return [text, ...shown];
}

it('shows fighters their own lost health first', async () => {
  const { logFigures, logFiguresWatched } = COMBAT_TEXTS;
  const blows = [{ damage: 33 }, { damage: 30, critical: true }] as const;
  expect(await lineFor(ATTACKER, ...blows)).toEqual(['A blow.−30 / −33', logFigures]);
  expect(await lineFor(DEFENDER, ...blows)).toEqual(['A blow.−33 / −30', logFigures]);
  expect(await lineFor(null, ...blows)).toEqual(['A blow.−30 / −33', logFiguresWatched]);
});

it('shows both the healing and the damage of a fighter in one exchange', async () => {
  const blows = [{ damage: 18 }, { move: 'heal', healed: 41, damage: 0 }] as const;
  const [attacker] = await lineFor(ATTACKER, ...blows);
  const [defender] = await lineFor(DEFENDER, ...blows);
  expect([attacker, defender]).toEqual(['A blow.0 / +41 −18', 'A blow.+41 −18 / 0']);
});

it('shows no figures if nobody’s health changes', async () => {
  const miss = { damage: 0, missed: true };
  expect((await lineFor(ATTACKER, miss, { move: 'guard', damage: 0 }))[0]).toBe('A blow.');
});
