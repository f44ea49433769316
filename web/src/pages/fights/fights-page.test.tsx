import type { PastFight } from '@rivalhold/shared/contract/combat.ts';
import { FIGHTS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  makeCombat,
  makeMatchup,
  makeOpenFight,
  makePlayer,
  makeStrength,
} from '../../features/combat/fixtures.ts';
import { ME, minutesAgo, RIVAL, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, receive } from '../../testing/socket.ts';
import { FightsPage } from './fights-page.tsx';
import { OpenFightList } from './open-fight-list.tsx';
import { PastFightList } from './past-fight-list.tsx';

const past = (id: number, over: Partial<PastFight> = {}): PastFight => ({
  id,
  opponent: RIVAL,
  isAttacker: true,
  won: true,
  isCounted: true,
  rewards: { xp: 20, coins: 1 },
  headToHead: { wins: 3, losses: 1 },
  endedAt: minutesAgo(id),
  ...over,
});

beforeEach(() => {
  answer('GET /api/combat/open', []);
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups: [makeMatchup(RIVAL)] });
  answer('GET /api/combat/fights', { items: [], nextCursor: null });
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
});

it('shows what to do if there are no fights', async () => {
  answer('GET /api/combat/matchups', { own: makeStrength(), matchups: [] });
  await renderWithProviders(<FightsPage />);
  expect(await screen.findByText(TEXTS.openEmpty)).toBeInTheDocument();
  expect(await screen.findByText(TEXTS.pastEmpty)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: TEXTS.practice })).toHaveAttribute('href', '/practice');
});

it('accepts a live challenge by joining it, and then opens the fight', async () => {
  const challengeExpiresAt = new Date(Date.now() + 600_000).toISOString();
  answer('GET /api/combat/open', [makeOpenFight({ opponent: RIVAL, challengeExpiresAt })]);
  const players = { attacker: makePlayer(2, 'Bjorn'), defender: makePlayer(1, ME.username) };
  acknowledge('joinCombat', () => ({ ok: true, combat: makeCombat([]), ...players }));
  const { user, path } = await renderWithProviders(<OpenFightList />);
  await connect(ME.id);
  expect(await screen.findByText(TEXTS.live)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: UI_TEXTS.actionFor(TEXTS.accept, 'Bjorn') }));
  await waitFor(() => expect(path()).toBe('/fight/2'));
});

it('declines a live challenge, and then offers to take over from the player’s style', async () => {
  const challengeExpiresAt = new Date(Date.now() + 600_000).toISOString();
  answer('GET /api/combat/open', [makeOpenFight({ opponent: RIVAL, challengeExpiresAt })]);
  answer('POST /api/combat/fights/{id}/decline', () => {
    const fight = makeOpenFight({ opponent: RIVAL, unseen: false, isUnanswered: true });
    answer('GET /api/combat/open', [fight]);
    return { combat: makeCombat([]), rewards: null, seed: null };
  });
  const { user } = await renderWithProviders(<OpenFightList />);
  await user.click(await screen.findByRole('button', { name: UI_TEXTS.actionFor(TEXTS.decline, 'Bjorn') }));
  expect(
    await screen.findByRole('link', { name: UI_TEXTS.actionFor(TEXTS.takeOver, 'Bjorn') }),
  ).toHaveAttribute('href', '/fight/2');
  expect(screen.getByText(TEXTS.byStyle)).toBeInTheDocument();
  expect(calls('POST /api/combat/fights/{id}/decline').map(({ params }) => params.id)).toEqual(['7']);
});

it('offers to continue a fight that both players have joined', async () => {
  answer('GET /api/combat/open', [makeOpenFight({ opponent: RIVAL, isJoined: true })]);
  await renderWithProviders(<OpenFightList />);
  expect(await screen.findByText(TEXTS.inProgress)).toBeInTheDocument();
  expect(
    screen.getByRole('link', { name: UI_TEXTS.actionFor(TEXTS.continueFight, 'Bjorn') }),
  ).toBeInTheDocument();
});

it('gives up a fight that the player started, after a confirmation', async () => {
  answer('GET /api/combat/open', [makeOpenFight({ opponent: RIVAL, isAttacker: true })]);
  answer('POST /api/combat/fights/{id}/concede', failure('forbidden', 'Not now.'));
  const { user } = await renderWithProviders(<OpenFightList />);
  const giveUp = await screen.findByRole('button', { name: UI_TEXTS.actionFor(TEXTS.giveUp, 'Bjorn') });
  await user.click(giveUp);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: UI_TEXTS.cancel }));
  expect(calls('POST /api/combat/fights/{id}/concede')).toHaveLength(0);
  await user.click(giveUp);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: TEXTS.giveUp }));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  answer('POST /api/combat/fights/{id}/concede', () => {
    answer('GET /api/combat/open', []);
    return { combat: makeCombat([], { status: 'over' }), rewards: null, seed: null };
  });
  await user.click(giveUp);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: TEXTS.giveUp }));
  expect(await screen.findByText(TEXTS.openEmpty)).toBeInTheDocument();
});

it('lists past fights page by page', async () => {
  answer('GET /api/combat/fights', ({ query }) =>
    query.cursor
      ? { items: [past(3, { won: false, isCounted: false, rewards: { xp: 0, coins: 0 } })], nextCursor: null }
      : { items: [past(5)], nextCursor: '5' },
  );
  const { user } = await renderWithProviders(<PastFightList />);
  await connect(ME.id);
  expect(await screen.findByText(TEXTS.won)).toBeInTheDocument();
  expect(screen.getByText(TEXTS.rewards(20, 1))).toBeInTheDocument();
  expect(screen.queryByText(TEXTS.uncounted)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: UI_TEXTS.actionFor(TEXTS.story, 'Bjorn') })).toHaveAttribute(
    'href',
    '/fights/5',
  );
  expect(screen.getByRole('link', { name: UI_TEXTS.actionFor(TEXTS.rematch, 'Bjorn') })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: UI_TEXTS.loadMore }));
  expect(await screen.findByText(TEXTS.lost)).toBeInTheDocument();
  expect(screen.getByText(TEXTS.uncounted)).toBeInTheDocument();
  answer('GET /api/combat/fights', { items: [past(9), past(5)], nextCursor: null });
  await receive('combatOver', {
    combatId: 9,
    winnerId: ME.id,
    rewards: { xp: 20, coins: 1, defeatXp: 0 },
    seed: '',
  });
  await waitFor(() => expect(screen.getAllByText(TEXTS.won)).toHaveLength(2));
});

it('offers to load the list of past fights again after a failure', async () => {
  answer('GET /api/combat/fights', failure('forbidden'));
  const { user } = await renderWithProviders(<PastFightList />);
  expect(await screen.findByText(TEXTS.pastFailed)).toBeInTheDocument();
  answer('GET /api/combat/fights', { items: [past(5)], nextCursor: null });
  await act(async () => user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry })));
  expect(await screen.findByText(TEXTS.won)).toBeInTheDocument();
});
