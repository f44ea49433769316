import type { Combat, FightRewards, LogLine, Move } from '@rivalhold/shared/contract/combat.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import {
  CHALLENGE_TEXTS,
  COMBAT_TEXTS,
  DEFEAT_TEXTS,
  MOVE_NAMES,
  RECAP_TEXTS,
} from '@rivalhold/shared/texts/combat.ts';
import { FIGHTS_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { HEALING_TEXTS } from '@rivalhold/shared/texts/healing.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { RATING_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useReducer } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { inventoryEntry, ME, POTION, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, loseConnection, reconnect, sent } from '../../testing/socket.ts';
import { ChallengeDialog } from './components/challenge-dialog.tsx';
import { FightScreen } from './components/fight-screen.tsx';
import { FightUnavailable } from './components/fight-unavailable.tsx';
import { FinishedFight } from './components/finished-fight.tsx';
import { HealButton } from './components/heal-button.tsx';
import { NextSteps } from './components/next-steps.tsx';
import { Outcome } from './components/outcome.tsx';
import { Recover } from './components/recover.tsx';
import { RewardList } from './components/reward-list.tsx';
import { VerifyNumbers } from './components/verify-numbers.tsx';
import { readCommitment, saveCommitment } from './fight-commitments.ts';
import { buildFightModel } from './fight-model.ts';
import { type FightState, fightReducer } from './fight-state.ts';
import {
  makeCombat,
  makeLine,
  makeOpenFight,
  makePlayer,
  makeRecord,
  makeResult,
  makeSide,
} from './fixtures.ts';
import { useFight } from './use-fight.ts';

const opening = (combat: Combat) =>
  fightReducer(null, {
    type: 'opened',
    combat,
    attacker: makePlayer(1, ME.username),
    defender: makePlayer(2, 'Bjorn'),
  }) as FightState;

/** Ignores texts in the battle log and in the live region. Both elements have the role `log`. */
const OUTSIDE_LOG = { ignore: '[role="log"] *' };

let resyncs = 0;

/** Render a fight. If `isPlaying`, its log lines are still to be played. Otherwise, they are already shown. */
function Fight({ combat, isPlaying = false }: { combat: Combat; isPlaying?: boolean }) {
  const [state, dispatch] = useReducer(fightReducer, opening(combat));
  if (!state) return null;
  const shown = { ...state, playedSeq: isPlaying ? 0 : (state.lines.at(-1)?.seq ?? 0) };
  return (
    <FightScreen
      meId={ME.id}
      state={shown}
      fight={{ nonce: 'n0nce', dispatch, resync: () => void resyncs++ }}
      onAgain={() => undefined}
    />
  );
}

const game = (fields = {}) => ({ stats: { ...STATS, ...fields }, inventory: [inventoryEntry(POTION, 2)] });
const strike = makeLine(1, { text: `${ME.username} strikes Bjorn for 10.` });
const attackReply = (over: Partial<Combat> = {}) => ({
  combat: makeCombat([strike], { exchanges: 1, defenderHP: 90, ...over }),
  lines: [strike],
  defenderHealth: 90,
  attackerHP: 100,
  combatCompleted: over.status === 'over',
  updatedStats: STATS,
  attackerXP: 0,
  attackerLevel: 1,
  sealed: false,
  rewards: over.status === 'over' ? { xp: 20, coins: 1, defeatXp: 0 } : null,
  seed: over.status === 'over' ? 'seed' : null,
});

const sealedCombat = makeCombat([], {
  sides: { attacker: makeSide({ sealed: true }), defender: makeSide() },
});

const attack = () => screen.getByRole('button', { name: /^Attack/ });
const heal = () => screen.getByRole('button', { name: COMBAT_TEXTS.heal });

beforeEach(() => {
  resyncs = 0;
  answer('GET /api/game/{userId}', game());
  answer('GET /api/levels', { thresholds: [0, 100, 250, 450] });
  answer('GET /api/profiles/{id}', failure('notFound'));
});
afterEach(() => {
  vi.useRealTimers();
  readOnlyNotice.set(null);
});

it('attacks once for several quick presses', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof attackReply>>();
  answer('POST /api/combat/attack', () => reply.promise);
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.tripleClick(attack());
  await waitFor(() => expect(calls('POST /api/combat/attack')).toHaveLength(1));
  expect(attack()).toHaveAttribute('aria-disabled', 'true');
  reply.resolve(attackReply());
  const log = screen.getByRole('log', { name: COMBAT_TEXTS.log });
  expect(await within(log).findByText(strike.text)).toBeInTheDocument();
  await user.click(attack());
  expect(screen.getByTitle(COMBAT_TEXTS.queued)).toBeInTheDocument();
  await waitFor(() => expect(calls('POST /api/combat/attack')).toHaveLength(2));
});

it('sends no move while the cards of an exchange are still turning over', async () => {
  answer('POST /api/combat/attack', attackReply());
  const combat = makeCombat([strike], { exchanges: 1 });
  const { user, unmount } = await renderWithProviders(<Fight combat={combat} isPlaying />);
  await user.keyboard('a');
  await user.click(attack());
  expect(calls('POST /api/combat/attack')).toEqual([]);
  unmount();
  const { user: later } = await renderWithProviders(<Fight combat={combat} />);
  await later.keyboard('a');
  await waitFor(() => expect(calls('POST /api/combat/attack')).toHaveLength(1));
});

it('shows why an attack failed', async () => {
  answer('POST /api/combat/attack', failure('alreadyDefeated'));
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(attack());
  expect(await screen.findByText(COMBAT_TEXTS.alreadyDefeated('Bjorn'))).toBeInTheDocument();
  expect(resyncs).toBe(1);
  expect(attack()).toHaveAttribute('aria-disabled', 'false');
});

it('shows the note about a late move until the next exchange', async () => {
  const late = makeLine(1, { attacker: makeResult({ byStyle: true }), text: 'The style strikes.' });
  const reply = { ...attackReply(), combat: makeCombat([late], { exchanges: 1 }), lines: [late] };
  answer('POST /api/combat/attack', reply);
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(attack());
  expect(await screen.findByText(COMBAT_TEXTS.tooLate)).toBeInTheDocument();
  const second = makeLine(2, { exchange: 2 });
  const next = makeCombat([late, second], { exchanges: 2 });
  answer('POST /api/combat/attack', { ...reply, combat: next, lines: [second] });
  await user.click(attack());
  await waitFor(() => expect(calls('POST /api/combat/attack')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(COMBAT_TEXTS.tooLate)).not.toBeInTheDocument());
});

it('retries an attack once with the same idempotency key after a connection failure', async () => {
  let tries = 0;
  answer('POST /api/combat/attack', () => {
    tries += 1;
    if (tries === 1) throw new TypeError('lost');
    return attackReply();
  });
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(attack());
  expect(await screen.findByText(COMBAT_TEXTS.retrying)).toBeInTheDocument();
  await within(screen.getByRole('log', { name: COMBAT_TEXTS.log })).findByText(strike.text);
  const keys = calls('POST /api/combat/attack').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('removes a connection error after a reconnect', async () => {
  acknowledge('joinCombat', () => ({ ok: false, code: 'noFight', message: '' }));
  await connect(ME.id);
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  answer('POST /api/combat/attack', failure('internal'));
  await user.click(attack());
  await screen.findByText(new RegExp(COMBAT_TEXTS.attackFailed));
  await loseConnection();
  await reconnect();
  expect(screen.getByText(new RegExp(COMBAT_TEXTS.attackFailed))).toBeInTheDocument();
  answer('POST /api/combat/attack', () => {
    throw new TypeError('lost');
  });
  await user.click(attack());
  await screen.findByText(/Can’t reach Rivalhold/);
  await loseConnection();
  await reconnect();
  expect(screen.queryByText(new RegExp(COMBAT_TEXTS.attackFailed))).not.toBeInTheDocument();
});

it('after a lost connection in a timed fight, warns that the fight style may choose the next move', async () => {
  await connect(ME.id);
  const sides = { attacker: makeSide({ present: true }), defender: makeSide({ present: true }) };
  const deadlineAt = new Date(Date.now() + 600_000).toISOString();
  const { rerender } = await renderWithProviders(<Fight combat={makeCombat([], { sides, deadlineAt })} />);
  await loseConnection();
  expect(await screen.findByText(COMBAT_TEXTS.connectionLost)).toBeInTheDocument();
  await rerender(<Fight key="untimed" combat={makeCombat([])} />);
  expect(screen.getByRole('alert')).toHaveTextContent(SHELL_TEXTS.connectionLost);
});

it('says that the fight is paused while the site is read-only', async () => {
  const deadlineAt = new Date(Date.now() + 600_000).toISOString();
  await renderWithProviders(<Fight combat={makeCombat([], { deadlineAt })} />);
  expect(screen.getByRole('timer')).toBeInTheDocument();
  await act(async () => readOnlyNotice.set(READ_ONLY_TEXTS.notice('Back at 14:00 UTC.')));
  expect(screen.getByRole('alert')).toHaveTextContent(`${COMBAT_TEXTS.readOnly} Back at 14:00 UTC.`);
  await waitFor(() => expect(screen.queryByRole('timer')).not.toBeInTheDocument());
  await act(async () => readOnlyNotice.set(null));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  expect(await screen.findByRole('timer')).toBeInTheDocument();
});

it('accepts no move while the site is read-only', async () => {
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
  expect(attack()).toBeEnabled();
  expect(attack()).toHaveAttribute('aria-disabled', 'true');
  await user.click(attack());
  await user.keyboard('s');
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.concede }));
  expect(calls('POST /api/combat/attack')).toEqual([]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('removes the error about a rejected move when the read-only mode ends', async () => {
  answer('POST /api/combat/attack', failure('readOnly', 'Not now.'));
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(attack());
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
  await act(async () => readOnlyNotice.set(null));
  expect(screen.queryByText('Not now.')).not.toBeInTheDocument();
});

it('when the exchange is over, removes the error of a rejected attempt to give up', async () => {
  answer('POST /api/combat/fights/{id}/concede', failure('readOnly', 'Not now.'));
  const fight = { nonce: 'n0nce', dispatch: () => undefined, resync: () => undefined };
  const view = (combat: Combat) => (
    <FightScreen meId={ME.id} state={opening(combat)} fight={fight} onAgain={() => undefined} />
  );
  const { user, rerender } = await renderWithProviders(view(makeCombat([])));
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.concede }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: COMBAT_TEXTS.concede }));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  await rerender(view(makeCombat([strike], { exchanges: 1 })));
  expect(screen.queryByText('Not now.')).not.toBeInTheDocument();
});

function JoinedFight() {
  const { state } = useFight({ meId: ME.id, opponentId: 2, opening: 'resume' });
  return state && <p>Open</p>;
}

it('joins the fight again when the read-only mode ends', async () => {
  const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
  const combat = makeCombat([]);
  answer('GET /api/combat/{userId}', { ...combat, ...players, resumed: true });
  acknowledge('joinCombat', () => ({ ok: true, combat, ...players }));
  await connect(ME.id);
  await renderWithProviders(<JoinedFight />);
  await screen.findByText('Open');
  await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
  const before = sent('joinCombat').length;
  await act(async () => readOnlyNotice.set(null));
  await waitFor(() => expect(sent('joinCombat')).toHaveLength(before + 1));
});

it('allows a heal only if the player is hurt', async () => {
  answer('POST /api/combat/manual-heal', {
    newHealth: 70,
    message: 'Healed.',
    updatedCombat: makeCombat([makeLine(1)], { attackerHP: 70 }),
    updatedStats: STATS,
    sealed: false,
    rewards: null,
    seed: null,
  });
  const { user, unmount } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  expect(heal()).toHaveAttribute('aria-disabled', 'true');
  await user.click(heal());
  expect(calls('POST /api/combat/manual-heal')).toEqual([]);
  unmount();
  await renderWithProviders(<Fight combat={makeCombat([], { attackerHP: 50 })} />);
  await user.click(heal());
  await waitFor(() => expect(calls('POST /api/combat/manual-heal')).toHaveLength(1));
});

it('shows a ranked fight with equal levels and lent items', async () => {
  answer('GET /api/game/{userId}', game({ energy: 0 }));
  await renderWithProviders(
    <Fight combat={makeCombat([], { ranked: true, attackerHP: 40, attackerMaxHP: 100 })} />,
  );
  expect(await screen.findByRole('heading', { name: COMBAT_TEXTS.rankedTitle })).toBeInTheDocument();
  expect(screen.getAllByText(COMBAT_TEXTS.level(RANKED.level))).toHaveLength(2);
  expect(screen.getByRole('button', { name: new RegExp(itemById(RANKED.itemId)!.name) })).toBeInTheDocument();
  expect(screen.queryByText(COMBAT_TEXTS.noEnergy(HEAL_ENERGY))).not.toBeInTheDocument();
});

it('shows the new rating after a ranked fight', async () => {
  answer('GET /api/game/{userId}', game());
  answer('GET /api/ratings/{userId}', {
    current: null,
    changes: [
      {
        ...{ fightId: 7, opponent: null, opponentRating: 1500, won: true },
        ...{ before: 1500, after: 1540, deviation: 90, at: '2026-01-01T00:00:00.000Z' },
      },
    ],
  });
  const over = makeLine(2, { kind: 'over', by: 1, attacker: null, defender: null });
  await renderWithProviders(
    <Fight
      combat={makeCombat([strike, over], { ranked: true, status: 'over', winnerId: 1, defenderHP: 0 })}
    />,
  );
  expect(await screen.findByText(RATING_TEXTS.after(1540, RATING_TEXTS.changed(40)))).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: COMBAT_TEXTS.nextRanked })).toHaveAttribute(
    'href',
    '/ranked',
  );
  expect(screen.queryByRole('button', { name: COMBAT_TEXTS.fightAgain })).not.toBeInTheDocument();
});

it('sends and stores the chosen move with the nonce', async () => {
  saveCommitment(makeCombat([]));
  answer('POST /api/combat/attack', attackReply());
  const focus = { sides: { attacker: makeSide({ focus: 2 }), defender: makeSide() } };
  const { user } = await renderWithProviders(<Fight combat={makeCombat([], focus)} />);
  await user.click(screen.getByRole('button', { name: new RegExp(MOVE_NAMES.guard) }));
  await waitFor(() => expect(calls('POST /api/combat/attack')).toHaveLength(1));
  const [call] = calls('POST /api/combat/attack');
  expect(call?.body).toEqual({ defenderId: 2, move: 'guard' });
  expect(call?.headers.get('X-Fight-Nonce')).toBe('n0nce');
  await waitFor(() =>
    expect(readCommitment({ combatId: 7, playerId: ME.id })).toMatchObject({
      nonces: ['n0nce'],
      moves: [{ exchange: 1, move: 'guard', itemId: null }],
    }),
  );
  expect(readCommitment({ combatId: 7, playerId: 2 })).toMatchObject({ nonces: [], moves: [] });
});

it('waits for the opponent after the player has chosen a move', async () => {
  answer('POST /api/combat/attack', { ...attackReply(), lines: [], sealed: true, combat: sealedCombat });
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(attack());
  const waiting = COMBAT_TEXTS.waitingWith(MOVE_NAMES.strike, 'Bjorn');
  expect(await screen.findByText(waiting, OUTSIDE_LOG)).toBeInTheDocument();
  const announcements = screen.getByRole('log', { name: UI_TEXTS.announcements });
  await waitFor(() => expect(announcements).toHaveTextContent(waiting));
  expect(attack()).toHaveAttribute('aria-disabled', 'true');
  await user.click(attack());
  expect(calls('POST /api/combat/attack')).toHaveLength(1);
});

it('names the chosen move only during the exchange for which it was chosen', async () => {
  answer('POST /api/combat/attack', { ...attackReply(), lines: [], sealed: true, combat: sealedCombat });
  const fight = { nonce: 'n0nce', dispatch: () => undefined, resync: () => undefined };
  const view = (combat: Combat) => (
    <FightScreen meId={ME.id} state={opening(combat)} fight={fight} onAgain={() => undefined} />
  );
  const { user, rerender } = await renderWithProviders(view(makeCombat([])));
  await user.click(attack());
  await rerender(view(sealedCombat));
  const named = COMBAT_TEXTS.waitingWith(MOVE_NAMES.strike, 'Bjorn');
  expect(await screen.findByText(named, OUTSIDE_LOG)).toBeVisible();
  // The player chooses the next move in another tab.
  await rerender(view({ ...sealedCombat, log: [strike], exchanges: 1 }));
  await waitFor(() => expect(screen.queryByText(named, OUTSIDE_LOG)).not.toBeInTheDocument());
});

it('gives up a fight after a confirmation, and counts no loss before the first exchange', async () => {
  const text = 'The blade lies on the ground.';
  const end = makeLine(1, { kind: 'over', by: 2, attacker: null, defender: null, reason: 'conceded', text });
  const over = makeCombat([end], { status: 'over', winnerId: 2 });
  answer('POST /api/combat/fights/{id}/concede', {
    combat: over,
    rewards: { xp: 0, coins: 0, defeatXp: 0 },
    seed: 'seed',
  });
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.concede }));
  const dialog = await screen.findByRole('dialog');
  // No exchange has been fought yet.
  expect(dialog).toHaveTextContent(COMBAT_TEXTS.concedingUncounted);
  await user.click(within(dialog).getByRole('button', { name: COMBAT_TEXTS.concede }));
  expect(await screen.findByRole('heading', { name: COMBAT_TEXTS.defeat })).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.uncountedLoss)).toBeInTheDocument();
  expect(screen.getAllByRole('alert')[0]).toHaveTextContent(COMBAT_TEXTS.lostBy.conceded());
  expect(await screen.findByText(`${COMBAT_TEXTS.youWereDefeated} ${text}`)).toBeInTheDocument();
});

it('shows that giving up failed', async () => {
  answer('POST /api/combat/fights/{id}/concede', failure('unavailable', ''));
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.concede }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: COMBAT_TEXTS.concede }));
  expect(await screen.findByText(FIGHTS_TEXTS.giveUpFailed)).toBeInTheDocument();
});

it('after an exchange has been fought, warns that giving up counts as a defeat', async () => {
  const { user } = await renderWithProviders(<Fight combat={makeCombat([strike], { exchanges: 1 })} />);
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.concede }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(COMBAT_TEXTS.conceding);
  await user.click(within(dialog).getByRole('button', { name: UI_TEXTS.cancel }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it('offers to resume or give up the open fight if another fight cannot start', async () => {
  answer('GET /api/combat/open', [
    makeOpenFight({ id: 9, opponent: makePlayer(3, 'Hakon'), isAttacker: true, unseen: false }),
  ]);
  const ended = makeCombat([], { id: 9, status: 'over', winnerId: 3 });
  answer('POST /api/combat/fights/{id}/concede', { combat: ended, rewards: null, seed: null });
  let retries = 0;
  const error = { status: 409, code: 'fight_open', message: '', errors: {} } as const;
  const { user } = await renderWithProviders(
    <FightUnavailable error={error} meId={ME.id} opponentId={2} retry={() => void retries++} />,
  );
  expect(await screen.findByRole('link', { name: COMBAT_TEXTS.resume('Hakon') })).toHaveAttribute(
    'href',
    '/fight/3',
  );
  await user.click(screen.getByRole('button', { name: COMBAT_TEXTS.concede }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: COMBAT_TEXTS.concede }));
  await waitFor(() => expect(retries).toBe(1));
});

it('shows the time left for a choice', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const { rerender } = await renderWithProviders(<Fight combat={makeCombat([], { deadlineAt: at(20) })} />);
  expect(within(screen.getByRole('timer')).getByText('20 seconds left')).toBeInTheDocument();
  await rerender(<Fight key="other" combat={makeCombat([])} />);
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it('asks the player to accept or decline a challenge', async () => {
  const challenge = makeOpenFight({ challengeExpiresAt: new Date(Date.now() + 600_000).toISOString() });
  answer('POST /api/combat/fights/{id}/decline', { combat: makeCombat([]), rewards: null, seed: null });
  let accepted = 0;
  let closed = 0;
  const { user } = await renderWithProviders(
    <ChallengeDialog
      open
      challenge={challenge}
      isAccepting={false}
      error={null}
      onAccept={() => void accepted++}
      onClose={() => void closed++}
    />,
  );
  await user.click(await screen.findByRole('button', { name: CHALLENGE_TEXTS.accept }));
  expect(accepted).toBe(1);
  await user.click(screen.getByRole('button', { name: CHALLENGE_TEXTS.decline }));
  await waitFor(() => expect(closed).toBe(1));
  expect(await screen.findByText(CHALLENGE_TEXTS.declined('Bjorn'))).toBeInTheDocument();
});

it('declines a challenge when its dialog is closed', async () => {
  const challenge = makeOpenFight({ challengeExpiresAt: new Date(Date.now() + 600_000).toISOString() });
  answer('POST /api/combat/fights/{id}/decline', { combat: makeCombat([]), rewards: null, seed: null });
  const onClose = vi.fn();
  const props = { challenge, isAccepting: false, error: null, onAccept: () => undefined, onClose };
  const { user } = await renderWithProviders(<ChallengeDialog open {...props} />);
  await user.click(await screen.findByRole('button', { name: UI_TEXTS.close }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls('POST /api/combat/fights/{id}/decline')).toHaveLength(1);
});

it('uses a potion on the player, not on the opponent', async () => {
  answer('POST /api/combat/use-item', {
    message: 'Used.',
    newHealth: 70,
    updatedCombat: makeCombat([], { attackerHP: 70 }),
    updatedStats: STATS,
    sealed: false,
    rewards: null,
    seed: null,
  });
  const { user } = await renderWithProviders(<Fight combat={makeCombat([], { attackerHP: 50 })} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(POTION.name) }));
  await waitFor(() =>
    expect(calls('POST /api/combat/use-item')[0]?.body).toEqual({ itemId: POTION.id, targetId: ME.id }),
  );
});

it('attacks with a keyboard shortcut', async () => {
  answer('POST /api/combat/attack', attackReply());
  const { user } = await renderWithProviders(<Fight combat={makeCombat([])} />);
  const keys = screen.getByRole('button', { name: COMBAT_TEXTS.keys });
  if (keys.getAttribute('aria-pressed') === 'true') await user.click(keys);
  await user.keyboard('a');
  expect(calls('POST /api/combat/attack')).toEqual([]);
  await user.click(keys);
  await user.keyboard('a');
  await waitFor(() => expect(calls('POST /api/combat/attack')).toHaveLength(1));
});

it('focuses the heading of a victory, and shows the rewards', async () => {
  answer('POST /api/combat/attack', attackReply({ status: 'over', winnerId: ME.id, defenderHP: 0 }));
  const { user } = await renderWithProviders(<Fight combat={makeCombat([], { defenderHP: 5 })} />);
  await user.click(attack());
  const heading = await screen.findByRole('heading', { name: COMBAT_TEXTS.victory });
  expect(heading).toHaveFocus();
  expect(screen.getByText(COMBAT_TEXTS.xp(20))).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: COMBAT_TEXTS.fightAgain })).toBeInTheDocument();
});

type EndedProps = { winnerId: number; log?: LogLine[]; over?: Partial<Combat>; rewards?: FightRewards };

function Ended({ winnerId, log = [], over, rewards }: EndedProps) {
  const combat = makeCombat(log, { status: 'over', winnerId, exchanges: log.length, ...over });
  const fight = buildFightModel(opening(combat), ME.id);
  const { ranked } = combat;
  const rest = { combatId: 7, before: STATS, thresholds: undefined, ranked, onAgain: () => undefined };
  return <Outcome fight={fight} rewards={rewards ?? null} {...rest} />;
}

it('says that a win without rewards, or an unranked defeat before the first exchange, does not count', async () => {
  const { uncountedWin, uncountedLoss } = COMBAT_TEXTS;
  const shown = () => [uncountedWin, uncountedLoss].filter((text) => screen.queryByText(text));
  const unpaid = { xp: 0, coins: 0, defeatXp: 0 };
  const byStyle = makeLine(1, { attacker: makeResult({ byStyle: true }) });
  answer('GET /api/ratings/{userId}', { current: null, changes: [] });
  const { rerender } = await renderWithProviders(<Ended winnerId={ME.id} log={[strike]} rewards={unpaid} />);
  expect(shown()).toEqual([uncountedWin]);
  await rerender(<Ended winnerId={ME.id} log={[strike]} rewards={{ ...unpaid, xp: 1 }} />);
  expect(shown()).toEqual([]);
  await rerender(<Ended winnerId={ME.id} log={[strike]} />);
  expect(shown()).toEqual([]);
  await rerender(<Ended winnerId={2} log={[strike]} rewards={unpaid} />);
  expect(shown()).toEqual([]);
  // If the player who started the fight loses, the defeat counts, even if their fight style chose every move.
  await rerender(<Ended winnerId={2} log={[byStyle]} rewards={unpaid} />);
  expect(shown()).toEqual([]);
  await rerender(<Ended winnerId={2} rewards={unpaid} />);
  expect(shown()).toEqual([uncountedLoss]);
  await rerender(<Ended winnerId={2} over={{ ranked: true }} rewards={unpaid} />);
  expect(shown()).toEqual([]);
});

it('focuses the heading of a defeat, and shows a hint', async () => {
  await renderWithProviders(<Ended winnerId={2} />);
  const heading = screen.getByRole('heading', { name: COMBAT_TEXTS.defeat });
  expect(heading).toHaveFocus();
  // The heading has the focus, so screen readers already read it.
  expect(heading.closest('[role="alert"]')).toBeNull();
  expect(await screen.findByText(COMBAT_TEXTS.defeatHint)).toBeInTheDocument();
});

it('offers practice after a defeat', async () => {
  const steps = (hasLost: boolean) => (
    <NextSteps combatId={7} opponentId={2} hasLost={hasLost} onAgain={() => undefined} />
  );
  const { rerender } = await renderWithProviders(steps(true));
  expect(await screen.findByRole('link', { name: COMBAT_TEXTS.practice })).toHaveAttribute(
    'href',
    '/practice',
  );
  await rerender(steps(false));
  expect(screen.queryByRole('link', { name: COMBAT_TEXTS.practice })).not.toBeInTheDocument();
});

it('shows hints, experience and ways to heal after a defeat', async () => {
  answer('GET /api/game/{userId}', game({ health: 0 }));
  const choice = (move: Move) => ({ move, itemId: null });
  const lost = { kind: 'exchange', attacker: choice('strike'), defender: choice('guard') } as const;
  answer('GET /api/combat/fights/{id}', makeRecord(ME.username, [lost, lost, lost], 'attacker'));
  answer('POST /api/combat/use-item', () => Promise.withResolvers<never>().promise);
  const { user } = await renderWithProviders(
    <FinishedFight combatId={7} meId={ME.id} opponentId={2} onAgain={() => undefined} />,
  );
  expect(
    await screen.findByText('You had 2 heals left. Your move was beaten 3 of 3 times.'),
  ).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.xp(3))).toBeInTheDocument();
  const recover = await screen.findByRole('region', { name: COMBAT_TEXTS.recoverTitle });
  expect(
    within(recover).getByRole('button', { name: HEALING_TEXTS.action(HEAL_ENERGY) }),
  ).toBeInTheDocument();
  await user.click(within(recover).getByRole('button', { name: new RegExp(POTION.name) }));
  await waitFor(() =>
    expect(calls('POST /api/combat/use-item')[0]?.body).toEqual({ itemId: POTION.id, targetId: ME.id }),
  );
});

it('mentions an unused item after a defeat only if the player has one', async () => {
  const choice = { move: 'strike', itemId: null } as const;
  const lost = { kind: 'exchange', attacker: choice, defender: choice } as const;
  answer('GET /api/combat/fights/{id}', makeRecord(ME.username, [lost], 'attacker'));
  const result = <FinishedFight combatId={7} meId={ME.id} opponentId={2} onAgain={() => undefined} />;
  const heals = DEFEAT_TEXTS.hint({ kind: 'heals', left: 2 });
  answer('GET /api/game/{userId}', { ...game({}), inventory: [] });
  const { unmount } = await renderWithProviders(result);
  await screen.findByRole('button', { name: COMBAT_TEXTS.fightAgain });
  expect(screen.getByText(heals)).toBeInTheDocument();
  unmount();
  queryClient.clear();
  answer('GET /api/game/{userId}', game({}));
  await renderWithProviders(result);
  expect(await screen.findByText(`${heals} ${DEFEAT_TEXTS.hint({ kind: 'noItem' })}`)).toBeInTheDocument();
});

it.each([true, false])(
  'shows the next steps before the ways to heal on a phone, and after them elsewhere (phone: %s)',
  async (isPhone) => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        Object.assign(new EventTarget(), { media, matches: isPhone, onchange: null }) as MediaQueryList,
    );
    answer('GET /api/game/{userId}', game({ health: 0 }));
    await renderWithProviders(<Ended winnerId={2} />);
    const again = await screen.findByRole('button', { name: COMBAT_TEXTS.fightAgain });
    const recover = await screen.findByRole('region', { name: COMBAT_TEXTS.recoverTitle });
    const follows = again.compareDocumentPosition(recover) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows > 0).toBe(isPhone);
    vi.restoreAllMocks();
  },
);

it('links to the store if a hurt player has no potion', async () => {
  answer('GET /api/game/{userId}', { ...game({ health: 0 }), inventory: [] });
  await renderWithProviders(<Recover userId={ME.id} />);
  expect(await screen.findByRole('link', { name: COMBAT_TEXTS.buyPotion })).toHaveAttribute('href', '/store');
});

it('shows the result and the log of a finished fight after a reload', async () => {
  const choice = (move: Move) => ({ move, itemId: null });
  const read = { kind: 'exchange', attacker: choice('strike'), defender: choice('feint') } as const;
  answer('GET /api/combat/fights/{id}', makeRecord(ME.username, [read]));
  let again = 0;
  const { user } = await renderWithProviders(
    <FinishedFight combatId={7} meId={ME.id} opponentId={2} onAgain={() => again++} />,
  );
  expect(await screen.findByText(COMBAT_TEXTS.wonBy.conceded('Bjorn'))).toBeInTheDocument();
  expect(screen.getByText(/^Ended/)).toHaveTextContent(/^Ended \S/);
  expect(screen.getByText(COMBAT_TEXTS.coins(1))).toBeInTheDocument();
  const recap = await screen.findByRole('region', { name: RECAP_TEXTS.title });
  expect(recap).toHaveTextContent(RECAP_TEXTS.theyGaveUp('Bjorn', 1));
  expect(recap).toHaveTextContent(RECAP_TEXTS.reads(1, 0));
  expect(within(screen.getByRole('table')).getAllByRole('row')[1]).toHaveTextContent(
    new RegExp(`^1${MOVE_NAMES.strike}.*${MOVE_NAMES.feint}.*${RECAP_TEXTS.readWon}$`),
  );
  const log = await screen.findByRole('log', { name: COMBAT_TEXTS.log });
  expect(log.querySelectorAll('p')).toHaveLength(3);
  expect(await screen.findByRole('link', { name: COMBAT_TEXTS.verify })).toHaveAttribute(
    'href',
    '/fights/7#verdict',
  );
  await user.click(await screen.findByRole('button', { name: COMBAT_TEXTS.fightAgain }));
  expect(again).toBe(1);
});

it('says after a reload that a ranked fight did not change the player’s rating', async () => {
  answer('GET /api/combat/fights/{id}', { ...makeRecord(ME.username, []), ranked: true });
  answer('GET /api/ratings/{userId}', { current: null, changes: [] });
  await renderWithProviders(
    <FinishedFight combatId={7} meId={ME.id} opponentId={2} onAgain={() => undefined} />,
  );
  expect(await screen.findByText(RATING_TEXTS.unrated)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: COMBAT_TEXTS.fightAgain })).not.toBeInTheDocument();
});

it('asks the player to reload if a finished fight has a different rules version', async () => {
  const record = makeRecord(ME.username, []);
  answer('GET /api/combat/fights/{id}', { ...record, rulesVersion: record.rulesVersion + 1 });
  await renderWithProviders(
    <FinishedFight combatId={7} meId={ME.id} opponentId={2} onAgain={() => undefined} />,
  );
  expect(await screen.findByText(VERIFY_TEXTS.otherRulesText)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: COMBAT_TEXTS.back })).toHaveAttribute('href', '/profiles/2');
});

it('lists only rewards greater than 0', async () => {
  const { rerender } = await renderWithProviders(<RewardList rewards={{ xp: 0, coins: 0 }} />);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  await rerender(<RewardList rewards={{ xp: 4, coins: 0 }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([COMBAT_TEXTS.xp(4)]);
});

it('offers a heal to a player who is too weak to fight', async () => {
  const reply = Promise.withResolvers<never>();
  answer('POST /api/combat/manual-heal', () => reply.promise);
  const error = { status: 409, code: 'tooWeak', message: '', errors: {} } as const;
  const { user } = await renderWithProviders(
    <FightUnavailable error={error} meId={ME.id} opponentId={2} retry={() => undefined} />,
  );
  await user.dblClick(await screen.findByRole('button', { name: HEALING_TEXTS.action(HEAL_ENERGY) }));
  await waitFor(() => expect(calls('POST /api/combat/manual-heal')).toHaveLength(1));
});

it('shows an error for an unknown opponent', async () => {
  const error = { status: 404, code: 'notFound', message: '', errors: {} } as const;
  await renderWithProviders(
    <FightUnavailable error={error} meId={ME.id} opponentId={2} retry={() => undefined} />,
  );
  expect(screen.getByText(PROFILE_TEXTS.notFound)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: COMBAT_TEXTS.retry })).not.toBeInTheDocument();
});

it('shows why a heal failed', async () => {
  answer('POST /api/combat/manual-heal', failure('noEnergy'));
  const stats = { health: 50, maxHealth: 100, energy: 100 };
  const { user, rerender } = await renderWithProviders(<HealButton userId={ME.id} stats={stats} />);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText(/enough energy/)).toBeInTheDocument();
  await rerender(<HealButton userId={ME.id} stats={{ ...stats, health: 100 }} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('copies the seed of a fight from its verification values', async () => {
  const sides = { attacker: { username: ME.username }, defender: { username: 'Bjorn' } };
  const { user } = await renderWithProviders(
    <VerifyNumbers
      record={
        {
          id: 7,
          seed: 'abc',
          seedHash: 'h',
          nonces: { attacker: '', defender: '' },
          rulesVersion: 1,
          inputs: [],
          ...sides,
        } as never
      }
    />,
  );
  await user.click(screen.getByRole('button', { name: VERIFY_TEXTS.copy(VERIFY_TEXTS.seed) }));
  expect(await screen.findByText(VERIFY_TEXTS.copied)).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('abc');
});

it('keeps showing a fight if the server does not let the player join', async () => {
  acknowledge('joinCombat', () => ({ ok: false, code: 'noFight', message: '' }));
  await renderWithProviders(<Fight combat={makeCombat([])} />);
  await connect(ME.id);
  expect(screen.getByRole('heading', { name: COMBAT_TEXTS.title })).toBeInTheDocument();
});
