import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_STYLE_TEXTS } from '@rivalhold/shared/texts/fight-style.ts';
import { FIGHTS_TEXTS, MATCHUP_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BeforeFight } from '../../features/combat/components/before-fight.tsx';
import { ChallengeSheet } from '../../features/combat/components/challenge-sheet.tsx';
import { FairFights } from '../../features/combat/components/fair-fights.tsx';
import {
  makeCombat,
  makeMatchup,
  makeOpenFight,
  makePlayer,
  makeStrength,
} from '../../features/combat/fixtures.ts';
import { roundedChance } from '../../features/combat/use-win-chances.ts';
import { FakeWorker } from '../../features/practice/fixtures.ts';
import { ME, RIVAL, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  answer('GET /api/combat/open', []);
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups: [makeMatchup(RIVAL)] });
});
afterEach(() => vi.unstubAllGlobals());

const started = () => calls('GET /api/combat/{userId}').length;
/** Wait until a button reacts to presses, and return it. */
async function armed(name: string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
}

it('compares both players, shows the win chance, and starts the fight on request', async () => {
  answer('GET /api/combat/matchups', {
    own: makeStrength(),
    matchups: [makeMatchup(RIVAL, { headToHead: { wins: 2, losses: 1 }, seenStyle: [...TEMPERAMENTS.bold] })],
  });
  const { user, path } = await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  // At first, the start button ignores presses, so that a double press of the button that opens the sheet does not
  // start a fight. Press the start button within that time: `findByText` and `fireEvent` are fast enough.
  fireEvent.click(await screen.findByText(TEXTS.start));
  expect(started()).toBe(0);
  expect(await screen.findByText(/^about \d+%$/)).toBeInTheDocument();
  expect(screen.getByText(TEXTS.score(2, 1))).toBeInTheDocument();
  expect(screen.getByText(FIGHT_STYLE_TEXTS.names.bold)).toBeInTheDocument();
  expect(screen.getByText(TEXTS.rewardOf(20, 1))).toBeInTheDocument();
  const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
  answer('GET /api/combat/{userId}', { ...makeCombat([]), ...players, resumed: false });
  await user.click(await armed(TEXTS.start));
  await waitFor(() => expect(path()).toBe('/fight/2'));
  expect(calls('GET /api/combat/{userId}').map(({ query }) => query)).toEqual([{ opponentId: '2' }]);
});

it('shows a reason if the opponent does not accept challenges', async () => {
  answer('GET /api/combat/matchups', {
    own: makeStrength(),
    matchups: [makeMatchup(RIVAL, { refusal: 'friends' })],
  });
  await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  expect(await screen.findByText(REFUSAL_TEXTS.challenges.friends)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: TEXTS.start })).toBeNull();
});

it('offers a hurt player a heal before the fight', async () => {
  answer('GET /api/combat/matchups', { own: makeStrength({ health: 50 }), matchups: [makeMatchup(RIVAL)] });
  answer('POST /api/combat/manual-heal', () => {
    answer('GET /api/combat/matchups', { own: makeStrength({ health: 80 }), matchups: [makeMatchup(RIVAL)] });
    return {
      ...{ newHealth: 80, message: 'You regain 30.', updatedCombat: null, updatedStats: STATS },
      ...{ sealed: false, rewards: null, seed: null },
    };
  });
  const { user } = await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  await user.click(await armed(TEXTS.healFirst(2)));
  expect(await screen.findByRole('button', { name: TEXTS.start })).toBeInTheDocument();
  expect(screen.queryByText(TEXTS.hurt)).not.toBeInTheDocument();
  expect(started()).toBe(0);
});

it('starts no fight without health and energy, and shows why', async () => {
  answer('GET /api/combat/matchups', {
    own: makeStrength({ health: 0, energy: 1 }),
    matchups: [makeMatchup(RIVAL)],
  });
  const { user } = await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  expect(await screen.findByText(TEXTS.tired(3, 1))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: TEXTS.usePotion })).toHaveAttribute('href', '/inventory/1');
  await user.click(screen.getByRole('button', { name: TEXTS.startAnyway }));
  expect(started()).toBe(0);
});

it('links to the open fight instead of starting another fight', async () => {
  answer('GET /api/combat/open', [makeOpenFight({ opponent: makePlayer(3, 'Hakon'), isAttacker: true })]);
  const view = await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  expect(await screen.findByText(TEXTS.hasOpenFight('Hakon'))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: COMBAT_TEXTS.resume('Hakon') })).toHaveAttribute(
    'href',
    '/fight/3',
  );
  expect(screen.queryByRole('button', { name: TEXTS.start })).not.toBeInTheDocument();
  view.unmount();
});

it('shows why the fight could not start, and stays open', async () => {
  answer('GET /api/combat/{userId}', failure('conflict', COMBAT_TEXTS.away));
  const { user, path } = await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  await user.click(await armed(TEXTS.start));
  expect(await screen.findByText(COMBAT_TEXTS.away)).toBeInTheDocument();
  expect(path()).toBe('/');
});

it('offers to load the comparison again after a failure', async () => {
  answer('GET /api/combat/matchups', failure('forbidden'));
  FakeWorker.hold = true;
  const { user } = await renderWithProviders(<ChallengeSheet open={RIVAL} />);
  await screen.findByRole('button', { name: SHELL_TEXTS.retry });
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups: [makeMatchup(RIVAL)] });
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(TEXTS.counting)).toBeInTheDocument();
  await waitFor(() => expect(FakeWorker.last?.isHeld).toBe(true));
  FakeWorker.last?.fail();
  expect(await screen.findByText(TEXTS.unknownChance)).toBeInTheDocument();
});

it('suggests opponents, each with a win chance', async () => {
  answer('GET /api/game/{userId}', { stats: { ...STATS, health: 10 }, inventory: [] });
  answer('GET /api/combat/matchups', {
    own: makeStrength(),
    matchups: [makeMatchup(RIVAL), makeMatchup(makePlayer(3, 'Hakon'), { attack: 90 })],
  });
  const { user, path } = await renderWithProviders(<FairFights />);
  const challenge = await screen.findByRole('link', { name: 'Challenge: Hakon' });
  await waitFor(() => expect(screen.getAllByText(/^about \d+%$/)).toHaveLength(2));
  expect(screen.getByText(TEXTS.about(5))).toBeInTheDocument();
  await user.click(challenge);
  expect([path(), started()]).toEqual(['/', 0]);
});

it('shows a hurt player that the win chances are based on the current health', async () => {
  answer('GET /api/game/{userId}', {
    stats: { ...STATS, health: STATS.maxHealth - 1 },
    inventory: [],
  });
  await renderWithProviders(<FairFights />);
  expect(await screen.findByText(FIGHTS_TEXTS.fairHurt)).toBeInTheDocument();
});

it('does not mention the current health to a player at full health', async () => {
  answer('GET /api/game/{userId}', { stats: { ...STATS, health: STATS.maxHealth }, inventory: [] });
  await renderWithProviders(<FairFights />);
  await screen.findByText(/^about \d+%$/);
  expect(calls('GET /api/game/{userId}')).toHaveLength(1);
  expect(screen.queryByText(FIGHTS_TEXTS.fairHurt)).not.toBeInTheDocument();
});

it('shows what to do if there are no opponents', async () => {
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups: [] });
  await renderWithProviders(<FairFights />);
  expect(await screen.findByText(FIGHTS_TEXTS.fairEmpty)).toBeInTheDocument();
});

it('rounds a win chance to the nearest five percent, from 5% to 95%', () => {
  expect([0, 0.01, 0.48, 0.524, 0.53, 1].map(roundedChance)).toEqual([5, 5, 50, 50, 55, 95]);
});

it('resumes the open fight with a button if the page provides `onResume`', async () => {
  answer('GET /api/combat/open', [
    makeOpenFight({ opponent: makePlayer(RIVAL.id, RIVAL.username), isAttacker: true }),
  ]);
  const onResume = vi.fn();
  const start = { run: vi.fn(), isPending: false, error: null };
  const { user } = await renderWithProviders(
    <BeforeFight own={makeStrength()} matchup={makeMatchup(RIVAL)} start={start} onResume={onResume} />,
  );
  await user.click(await screen.findByRole('button', { name: TEXTS.resume }));
  expect([onResume.mock.calls.length, start.run.mock.calls.length]).toEqual([1, 0]);
});
