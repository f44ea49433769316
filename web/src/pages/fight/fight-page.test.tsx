import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import { FIGHT_ENERGY, HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { COMBAT_TEXTS, OFFER_TEXTS, RETURN_OFFER_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MATCHUP_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOnlyNotice, setSession } from '../../entities/session/api.ts';
import {
  makeCombat,
  makeLine,
  makeMatchup,
  makeOpenFight,
  makePlayer,
  makeSide,
  makeStrength,
} from '../../features/combat/fixtures.ts';
import { FakeWorker } from '../../features/practice/fixtures.ts';
import { ME, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, loseConnection, receive, reconnect, sent } from '../../testing/socket.ts';
import { toast } from '../../ui/toast.ts';
import { FightPage } from './fight-page.tsx';

const page = { route: '/player/fight/$userId', at: '/fight/2' };
const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
const combat = makeCombat([]);

beforeEach(() => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  answer('GET /api/levels', { thresholds: [0, 100] });
  vi.stubGlobal('Worker', FakeWorker);
  answer('GET /api/combat/matchups', {
    own: makeStrength(),
    matchups: [makeMatchup(makePlayer(2, 'Bjorn'))],
  });
  answer('GET /api/combat/open', []);
  acknowledge('joinCombat', () => ({ ok: true, combat, ...players }));
});

/** Wait until the button that starts the fight reacts to presses, and return it. */
async function start() {
  const button = await screen.findByRole('button', { name: MATCHUP_TEXTS.start });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
}
afterEach(() => vi.unstubAllGlobals());

const openings = () => calls('GET /api/combat/{userId}').map(({ query }) => query);

it('starts no fight before the player asks for it', async () => {
  await renderWithProviders(<FightPage />, page);
  expect(await start()).toBeInTheDocument();
  expect(screen.getByText(MATCHUP_TEXTS.energy(FIGHT_ENERGY))).toBeInTheDocument();
  expect(screen.getByText(OFFER_TEXTS.text('Bjorn', 30))).toBeInTheDocument();
  expect(openings()).toEqual([]);
});

it('does not start a new fight if the open fight ends before it is resumed', async () => {
  answer('GET /api/combat/open', [makeOpenFight()]);
  answer('GET /api/combat/{userId}', () => {
    answer('GET /api/combat/open', []);
    return failure('noFight');
  });
  await renderWithProviders(<FightPage />, page);
  expect(await start()).toBeInTheDocument();
  expect(openings()).toEqual([{ opponentId: '2', only: 'resume' }]);
});

it('does not accept a challenge when the player opens the page of the fight', async () => {
  answer('GET /api/combat/open', [
    makeOpenFight({ challengeExpiresAt: new Date(Date.now() + 600_000).toISOString() }),
  ]);
  await renderWithProviders(<FightPage />, page);
  expect(await screen.findByRole('button', { name: MATCHUP_TEXTS.resume })).toBeInTheDocument();
  expect(openings()).toEqual([]);
});

it('reloads the player’s energy when a new fight starts', async () => {
  answer('GET /api/combat/{userId}', { ...combat, ...players, resumed: false });
  const { user } = await renderWithProviders(<FightPage />, page);
  const button = await start();
  answer('GET /api/game/{userId}', { stats: { ...STATS, energy: 88 }, inventory: [] });
  await user.click(button);
  expect(await screen.findByText('88')).toBeInTheDocument();
});

it('starts one fight on a double click', async () => {
  answer('GET /api/combat/{userId}', { ...combat, ...players, resumed: false });
  const { user } = await renderWithProviders(<FightPage />, page);
  await connect(ME.id);
  await user.dblClick(await start());
  expect(await screen.findByRole('button', { name: /^Attack/ })).toBeInTheDocument();
  await waitFor(() => expect(sent('startFight')).toHaveLength(1));
  const sides = { ...combat.sides, defender: makeSide({ present: true }) };
  acknowledge('joinCombat', () => ({ ok: true, combat: { ...combat, sides }, ...players }));
  await receive('joinedCombat', { combatId: 7, userId: 2 });
  expect(await screen.findAllByText(COMBAT_TEXTS.joined('Bjorn'))).not.toHaveLength(0);
  const lines = [makeLine(1, { attackerHP: 90, defenderHP: 100 })];
  await receive('combatLogAppend', { combatId: 7, lines });
  await receive('combatLogAppend', { combatId: 7, lines });
  const log = screen.getByRole('log', { name: COMBAT_TEXTS.log });
  await waitFor(() => expect(log.querySelectorAll('p')).toHaveLength(1));
  expect(calls('GET /api/combat/{userId}')).toHaveLength(1);
});

describe('the app of a player who leaves a fight', () => {
  const both = { attacker: makeSide({ present: true }), defender: makeSide({ present: true }) };
  const live = makeCombat([], { sides: both });

  /** Show a fight that both players have joined. */
  async function showFight(fight: Combat) {
    answer('GET /api/combat/open', [makeOpenFight({ isJoined: true })]);
    answer('GET /api/combat/{userId}', { ...fight, ...players, resumed: true });
    acknowledge('joinCombat', () => ({ ok: true, combat: fight, ...players }));
    const view = await renderWithProviders(<FightPage />, page);
    await connect(ME.id);
    await screen.findByRole('button', { name: /^Attack/ });
    return view;
  }

  /** Show a fight, and then leave its page. */
  async function leaveFight(fight: Combat) {
    const view = await showFight(fight);
    await view.rerender(null);
    return view;
  }
  const rewards = { xp: 0, coins: 0, defeatXp: 0 };
  const over = () => receive('combatOver', { combatId: 7, winnerId: 2, rewards, seed: '' });

  it('notifies the server, and removes the offer to return when the fight ends', async () => {
    await leaveFight(live);
    await waitFor(() => expect(sent('leaveCombat')).toContainEqual({ combatId: 7 }));
    expect(await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'))).toBeInTheDocument();
    await over();
    expect(await screen.findByText(RETURN_OFFER_TEXTS.lost('Bjorn'))).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: RETURN_OFFER_TEXTS.back })).not.toBeInTheDocument();
  });

  it('links the result of a fight that ends after the player has left', async () => {
    const { user, path } = await leaveFight(live);
    await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'));
    await over();
    await user.click(await screen.findByRole('button', { name: RETURN_OFFER_TEXTS.toResult }));
    await waitFor(() => expect(path()).toBe('/fights/7'));
  });

  it('says after a reconnection that the fight has ended in the meantime', async () => {
    await leaveFight(live);
    await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'));
    await loseConnection();
    answer('GET /api/combat/open', []);
    await reconnect();
    expect(await screen.findByText(RETURN_OFFER_TEXTS.ended('Bjorn'))).toBeInTheDocument();
    await over();
  });

  it('moves the focus to the offer to return when the player presses F6', async () => {
    const { user } = await leaveFight(live);
    const back = await screen.findByRole('button', { name: RETURN_OFFER_TEXTS.back });
    expect(screen.getByText(UI_TEXTS.toastHint)).toBeInTheDocument();
    const toasts = screen.getByRole('region', { name: UI_TEXTS.toasts });
    await user.keyboard('{F6}');
    expect(toasts).toHaveFocus();
    expect(toasts).toContainElement(back);
    await over();
  });

  it('says that the fight is paused while the site is read-only', async () => {
    await leaveFight(live);
    await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'));
    await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
    expect(await screen.findByText(COMBAT_TEXTS.readOnly)).toBeInTheDocument();
    await act(async () => readOnlyNotice.set(null));
    expect(await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'))).toBeInTheDocument();
    await over();
  });

  it('does not repeat an offer to return that the player has closed', async () => {
    const { user } = await leaveFight(live);
    await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'));
    await user.click(screen.getByRole('button', { name: UI_TEXTS.close }));
    await waitFor(() => expect(screen.queryByText(RETURN_OFFER_TEXTS.left('Bjorn'))).not.toBeInTheDocument());
    await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
    toast.info('A later toast.', { id: 'later' });
    await screen.findByText('A later toast.');
    expect(screen.queryByText(COMBAT_TEXTS.readOnly)).not.toBeInTheDocument();
    await act(async () => readOnlyNotice.set(null));
    toast.dismiss('later');
    await over();
  });

  it('removes the offer to return when the player logs out', async () => {
    await leaveFight(live);
    await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'));
    await act(async () => setSession(null));
    await act(async () => setSession(ME));
    await over();
    toast.info('A later toast.', { id: 'later' });
    await screen.findByText('A later toast.');
    expect(screen.queryByText(RETURN_OFFER_TEXTS.lost('Bjorn'))).not.toBeInTheDocument();
    toast.dismiss();
  });

  it('notifies the server when the browser hides the page, and rejoins when the browser restores it', async () => {
    await showFight(live);
    await act(async () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    expect(sent('leaveCombat')).toEqual([{ combatId: 7 }]);
    expect(screen.queryByRole('button', { name: RETURN_OFFER_TEXTS.back })).not.toBeInTheDocument();
    const before = sent('joinCombat').length;
    await act(async () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await waitFor(() => expect(sent('joinCombat')).toHaveLength(before + 1));
    await over();
  });

  it.each([
    ['again after the read-only mode', ME, 2],
    ['only once if another player has signed in during the read-only mode', { ...ME, id: 99 }, 1],
  ])('notifies the server %s', async (_, me, count) => {
    acknowledge('leaveCombat', () => ({ ok: false, code: 'readOnly', message: 'Read-only.' }));
    readOnlyNotice.set('Back at 14:00 UTC.');
    await leaveFight(live);
    await waitFor(() => expect(sent('leaveCombat')).toHaveLength(1));
    acknowledge('leaveCombat', () => ({ ok: true }));
    await act(async () => {
      setSession(me);
      readOnlyNotice.set(null);
    });
    expect(sent('leaveCombat')).toHaveLength(count);
    await over();
  });

  it('removes the offer to return when the player joins again in another tab', async () => {
    await leaveFight(live);
    const back = await screen.findByRole('button', { name: RETURN_OFFER_TEXTS.back });
    await receive('joinedCombat', { combatId: 7, userId: 2 });
    expect(back).toBeInTheDocument();
    await receive('joinedCombat', { combatId: 7, userId: ME.id });
    await waitFor(() => expect(back).not.toBeInTheDocument());
  });

  it('warns that missed moves can lose a ranked fight', async () => {
    await leaveFight({ ...live, ranked: true });
    expect(await screen.findByText(RETURN_OFFER_TEXTS.leftRanked)).toBeInTheDocument();
    await over();
  });

  it('offers to return to a fight once the opponent has joined, but not before', async () => {
    await leaveFight(combat);
    expect(screen.queryByRole('button', { name: RETURN_OFFER_TEXTS.back })).not.toBeInTheDocument();
    await receive('joinedCombat', { combatId: 7, userId: 2 });
    expect(await screen.findByText(RETURN_OFFER_TEXTS.joined('Bjorn'))).toBeInTheDocument();
    await over();
  });

  it('joins again if the player has left the fight in another tab', async () => {
    await showFight(live);
    const before = sent('joinCombat').length;
    const sides = { ...both, attacker: makeSide() };
    await receive('combatStateUpdate', { combat: { ...live, revision: 1, sides } });
    await waitFor(() => expect(sent('joinCombat')).toHaveLength(before + 1));
  });
});

it('shows why a fight could not be opened, and retries', async () => {
  answer('GET /api/combat/{userId}', failure('conflict', 'Away.'));
  const { user } = await renderWithProviders(<FightPage />, page);
  await user.click(await start());
  expect(await screen.findByText('Away.')).toBeInTheDocument();
  answer('GET /api/combat/{userId}', { ...combat, ...players, resumed: true });
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.retry }));
  expect(await screen.findByRole('button', { name: /^Attack/ })).toBeInTheDocument();
});

it('offers to heal before another fight if the player has no health left', async () => {
  const over = makeCombat([], { status: 'over', winnerId: 2, attackerHP: 0 });
  answer('GET /api/combat/{userId}', { ...over, ...players, resumed: false });
  const { user } = await renderWithProviders(<FightPage />, page);
  await user.click(await start());
  const own = makeStrength({ health: 0 });
  answer('GET /api/game/{userId}', { stats: { ...STATS, health: 0 }, inventory: [] });
  answer('GET /api/combat/matchups', { own, matchups: [makeMatchup(makePlayer(2, 'Bjorn'))] });
  await user.click(await screen.findByRole('button', { name: COMBAT_TEXTS.fightAgain }));
  expect(await screen.findByText(COMBAT_TEXTS.tooWeak)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: MATCHUP_TEXTS.healFirst(HEAL_ENERGY) })).toBeInTheDocument();
  expect(openings()).toHaveLength(1);
});
