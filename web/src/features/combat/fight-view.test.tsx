import type { Combat, LogLine } from '@rivalhold/shared/contract/combat.ts';
import { FIGHT_NUMBERS } from '@rivalhold/shared/fights/numbers.ts';
import {
  CHALLENGE_TEXTS,
  COMBAT_TEXTS,
  MOVE_HINTS,
  MOVE_NAMES,
  RECAP_TEXTS,
  SPOKEN_TEXTS,
  TELEGRAPHS,
} from '@rivalhold/shared/texts/combat.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useCallback, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fightInProgress } from '../../lib/fight-in-progress.ts';
import { useAfterPaint } from '../../lib/use-after-paint.ts';
import { inventoryEntry, ME, POTION } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, receive, sent } from '../../testing/socket.ts';
import { MAIN_ID } from '../../ui/focus-main.ts';
import type { OpenFight } from './api.ts';
import { ChallengeHost } from './components/challenge-host.tsx';
import { FightRecap } from './components/fight-recap.tsx';
import { FightView, type FightViewProps } from './components/fight-view.tsx';
import { MoveBar } from './components/move-bar.tsx';
import { TimerRing } from './components/status-line.tsx';
import { buildFightModel, type OwnChoice } from './fight-model.ts';
import { fightReducer } from './fight-state.ts';
import { choiceTimes } from './fight-times.ts';
import { makeCombat, makeLine, makeOpenFight, makePlayer, makeResult, makeSide } from './fixtures.ts';
import { useFightSounds } from './sounds.ts';

const players = { attacker: makePlayer(1, ME.username), defender: makePlayer(2, 'Bjorn') };
/** Return the view model of a fight that was opened with `combat` and then received the lines `later`. */
function modelOf(combat: Combat, later: LogLine[] = [], playedSeq = later.length + combat.log.length) {
  const opened = fightReducer(null, { type: 'opened', combat, ...players })!;
  const state = fightReducer(opened, { type: 'lines', combatId: 7, lines: later })!;
  return buildFightModel({ ...state, playedSeq }, ME.id);
}
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
/** Bjorn chooses Strike and the player chooses Guard, which beats Strike. */
const parried = makeLine(1, {
  attacker: makeResult({ move: 'guard', damage: 24, hp: 92, focus: 1 }),
  defender: makeResult({ damage: 8, hp: 76 }),
  attackerHP: 92,
  defenderHP: 76,
});
const IDLE: OwnChoice = { isPending: false, chosen: null };

function View(props: Partial<FightViewProps>) {
  const nothing = () => undefined;
  return (
    <FightView
      fight={modelOf(makeCombat([]))}
      choice={IDLE}
      items={[]}
      energy={50}
      onMove={nothing}
      onHeal={nothing}
      onItem={nothing}
      onConcede={nothing}
      back={null}
      {...props}
    />
  );
}
/** Show `number` with the same delay as the parts of the fight that are rendered after the arena. */
function LatestChange({ number }: { number: number }) {
  return <data value={useAfterPaint(number)} />;
}
/** Render a fight. `rerender` also waits for the parts of the fight that are rendered after the arena. */
async function renderView(view: ReactNode) {
  let changes = 0;
  const numbered = (fight: ReactNode) => (
    <>
      {fight}
      <LatestChange number={changes} />
    </>
  );
  const { rerender, ...rendered } = await renderWithProviders(numbered(view));
  const latest = () => rendered.container.querySelector('data');
  const change = async (next: ReactNode) => {
    changes++;
    await rerender(numbered(next));
    await waitFor(() => expect(latest()).toHaveAttribute('value', `${changes}`));
  };
  return { ...rendered, rerender: change };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const announcements = () => screen.getByRole('log', { name: UI_TEXTS.announcements });

// Fake the clock, so that the time left does not depend on how long a test takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('shows focus, gear, last moves and presence of both fighters', async () => {
  const sides = { attacker: makeSide({ focus: 2 }), defender: makeSide({ present: true }) };
  const gear = { me: { weapon: { name: 'Iron Axe', icon: 'battle-axe' }, armor: null }, opponent: undefined };
  await renderView(<View fight={modelOf(makeCombat([parried], { sides }))} gear={gear} />);
  expect(screen.getByRole('img', { name: COMBAT_TEXTS.focusOf(ME.username, 2, 3) })).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.weapon('Iron Axe'))).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.armor(COMBAT_TEXTS.baseGear))).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.isConnected)).toBeInTheDocument();
  const moves = screen.getByRole('list', { name: COMBAT_TEXTS.lastMoves('Bjorn') });
  expect(
    within(moves)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([MOVE_NAMES.strike]);
});

it('announces an exchange in words after its cards have been shown', async () => {
  const combat = makeCombat([], { attackerHP: 92, defenderHP: 76 });
  const { rerender } = await renderView(<View fight={modelOf(combat, [parried], 0)} />);
  expect(announcements()).not.toHaveTextContent(COMBAT_TEXTS.readByYou);
  expect(screen.getByText(COMBAT_TEXTS.readByYou)).toBeInTheDocument();
  await rerender(<View fight={modelOf(combat, [parried])} />);
  const spoken = [
    SPOKEN_TEXTS.moves(MOVE_NAMES.guard, 'Bjorn', MOVE_NAMES.strike),
    COMBAT_TEXTS.readByYou,
    SPOKEN_TEXTS.theyLose('Bjorn', 24),
    `${COMBAT_TEXTS.blocked}.`,
    SPOKEN_TEXTS.youLose(8),
    SPOKEN_TEXTS.health(92, 'Bjorn', 76),
    SPOKEN_TEXTS.focus(1, 'Bjorn', 0),
  ];
  await waitFor(() => expect(announcements()).toHaveTextContent(spoken.join(' ')));
});

it('shows healing, damage, critical hits and blocked hits', async () => {
  const line = makeLine(1, {
    attacker: makeResult({ move: 'heal', damage: 0, healed: 40 }),
    defender: makeResult({ move: 'strike', damage: 16 }),
  });
  const { rerender } = await renderView(<View fight={modelOf(makeCombat([]), [line])} />);
  expect(screen.getByText('+40', { ignore: '[role="log"] *' })).toBeInTheDocument();
  expect(screen.getAllByText('−16')).not.toEqual([]);
  const blocked = makeLine(2, {
    attacker: makeResult({ move: 'guard', damage: 0 }),
    defender: makeResult({ move: 'strike', damage: 12, critical: true }),
  });
  await rerender(<View fight={modelOf(makeCombat([]), [blocked], 2)} />);
  expect(screen.getAllByText(COMBAT_TEXTS.critical)).not.toEqual([]);
  expect(screen.getAllByText(COMBAT_TEXTS.blocked)).not.toEqual([]);
});

it('announces a feint past Guard and a critical hit', async () => {
  const feint = makeLine(1, {
    attacker: makeResult({ move: 'guard', damage: 0 }),
    defender: makeResult({ move: 'feint', damage: 12, critical: true }),
  });
  const { rerender } = await renderView(<View fight={modelOf(makeCombat([]), [feint], 0)} />);
  await rerender(<View fight={modelOf(makeCombat([]), [feint])} />);
  const spoken = [COMBAT_TEXTS.critical, `${COMBAT_TEXTS.feinted}.`, SPOKEN_TEXTS.youLose(12)];
  await waitFor(() => expect(announcements()).toHaveTextContent(spoken.join(' ')));
});

it('accepts no move while an exchange is being played', async () => {
  const sides = { attacker: makeSide(), defender: makeSide({ telegraph: 'guard' }) };
  const combat = makeCombat([], { sides });
  const { rerender } = await renderView(<View fight={modelOf(combat, [parried], 0)} />);
  expect(button(/^Attack/)).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByText(TELEGRAPHS.guard('Bjorn'), { exact: false })).not.toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.revealing)).toBeVisible();
  expect(screen.queryByText(COMBAT_TEXTS.yourMove)).not.toBeInTheDocument();
  await rerender(<View fight={modelOf(combat, [parried])} />);
  expect(button(/^Attack/)).toHaveAttribute('aria-disabled', 'false');
  expect(screen.getAllByText(TELEGRAPHS.guard('Bjorn'), { exact: false })).not.toEqual([]);
});

it('names the chosen move until the exchange is revealed', async () => {
  const guarded = { isPending: false, chosen: MOVE_NAMES.guard };
  const sealed = makeCombat([], { sides: { attacker: makeSide({ sealed: true }), defender: makeSide() } });
  const { rerender } = await renderWithProviders(<View fight={modelOf(sealed)} choice={guarded} />);
  const name = COMBAT_TEXTS.waitingWith(MOVE_NAMES.guard, 'Bjorn');
  const shown = () => screen.getByText(name, { ignore: '[role="log"] *' });
  expect(shown()).toBeVisible();
  await rerender(<View fight={modelOf(makeCombat([]), [parried], 0)} choice={IDLE} />);
  expect(shown()).toBeVisible();
  expect(await screen.findByText(COMBAT_TEXTS.revealing)).toBeVisible();
});

it('announces each exchange, even if it equals the previous exchange', async () => {
  const again = { ...parried, seq: 2, exchange: 2 };
  const combat = makeCombat([], { attackerHP: 92, defenderHP: 76 });
  const { rerender } = await renderView(<View fight={modelOf(combat)} />);
  await rerender(<View fight={modelOf(combat, [parried])} />);
  await rerender(<View fight={modelOf(combat, [parried, again])} />);
  const moves = SPOKEN_TEXTS.moves(MOVE_NAMES.guard, 'Bjorn', MOVE_NAMES.strike);
  await waitFor(() => expect(announcements().textContent.split(moves)).toHaveLength(3));
});

it('lets the player choose moves by button and key, and items by number key', async () => {
  const chosen: string[] = [];
  const { user } = await renderView(
    <View
      fight={modelOf(makeCombat([], { attackerHP: 50 }))}
      items={[inventoryEntry(POTION, 2)]}
      onMove={(move) => chosen.push(move)}
      onHeal={() => chosen.push('heal')}
      onItem={(item) => chosen.push(item.name)}
    />,
  );
  await user.click(button(/^Attack/));
  await user.click(button(MOVE_NAMES.feint));
  await user.keyboard('{Shift>}a{/Shift}sh1');
  expect(chosen).toEqual(['strike', 'feint', 'guard', 'heal', POTION.name]);
});

it('explains each move, and why a move is unavailable', async () => {
  let moves = 0;
  const { user } = await renderView(<View onMove={() => moves++} />);
  expect(button(MOVE_NAMES.guard)).toHaveAccessibleDescription(
    `${MOVE_HINTS.guard} ${COMBAT_TEXTS.againstHeal('0%')}`,
  );
  expect(button(MOVE_NAMES.heavy)).toHaveAccessibleDescription(new RegExp(COMBAT_TEXTS.noFocus));
  await user.hover(button(MOVE_NAMES.heavy));
  expect(screen.getAllByText(COMBAT_TEXTS.noFocus, { exact: false })).toHaveLength(2);
  vi.useFakeTimers();
  fireEvent.pointerDown(button(MOVE_NAMES.feint), { pointerType: 'touch' });
  await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  fireEvent.click(button(MOVE_NAMES.feint));
  expect(moves).toBe(0);
  await waitFor(() => expect(screen.getAllByText(MOVE_HINTS.feint, { exact: false })).toHaveLength(2));
});

it('shows for a few seconds why a pressed move is unavailable', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onMove = vi.fn();
  const { user, rerender } = await renderView(<View onMove={onMove} />);
  await user.keyboard('f');
  expect(screen.getByRole('alert')).toHaveTextContent(COMBAT_TEXTS.noFocus);
  act(() => vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await user.click(button(MOVE_NAMES.heal));
  expect(screen.getByRole('alert')).toHaveTextContent(COMBAT_TEXTS.fullHealth);
  await user.keyboard('a');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  expect(onMove).toHaveBeenCalledExactlyOnceWith('strike');
  await rerender(<View choice={{ isPending: true, chosen: null }} />);
  await user.keyboard('f');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

it('closes the explanation of a move when a move is chosen or an exchange is played', async () => {
  const { user, rerender } = await renderView(<View />);
  const isTipOpen = () => document.querySelector('[class*="explained"]') !== null;
  const guard = () => button(MOVE_NAMES.guard);
  fireEvent.pointerEnter(guard(), { pointerType: 'mouse' });
  expect(isTipOpen()).toBe(false);
  fireEvent.pointerMove(guard(), { pointerType: 'mouse' });
  expect(isTipOpen()).toBe(true);
  await user.click(guard());
  await rerender(<View choice={{ isPending: true, chosen: MOVE_NAMES.guard }} />);
  expect(isTipOpen()).toBe(false);
  await user.hover(button(MOVE_NAMES.feint));
  expect(isTipOpen()).toBe(true);
  await rerender(<View fight={modelOf(makeCombat([]), [parried], 0)} />);
  expect(isTipOpen()).toBe(false);
  await rerender(<View fight={modelOf(makeCombat([]), [parried])} />);
  expect(isTipOpen()).toBe(false);
});

it('keeps the cards of the last exchange open until the result appears', async () => {
  const out = { ...parried, defenderHP: 0 };
  const end = makeLine(2, { kind: 'over', attacker: null, defender: null, defenderHP: 0 });
  const combat = makeCombat([], { status: 'over', winnerId: ME.id, defenderHP: 0 });
  const choice = { isPending: true, chosen: null };
  await renderView(<View fight={modelOf(combat, [out, end], 1)} choice={choice} />);
  expect(screen.getByText(COMBAT_TEXTS.exchange(1))).toBeInTheDocument();
  expect(screen.getByText(COMBAT_TEXTS.readByYou, { ignore: '[role="log"] *' })).toBeInTheDocument();
});

it('removes the damage of the last exchange when the next cards are shown', async () => {
  const next = { ...parried, seq: 2, exchange: 2 };
  const fight = (playedSeq: number) => modelOf(makeCombat([]), [parried, next], playedSeq);
  expect([fight(1).me.impact, fight(1).opponent.impact]).toEqual([null, null]);
  expect(fight(2).me.impact?.seq).toBe(2);
});

it('reserves space for the gear while the gear is loading', async () => {
  const loading = { me: undefined, opponent: undefined };
  const { rerender, container } = await renderView(<View gear={loading} />);
  const reserved = () => container.querySelectorAll('[class*="gear"]').length;
  expect(reserved()).toBe(2);
  await rerender(<View />);
  expect(reserved()).toBe(0);
});

it('shows the time for the choice, then the time in the time bank', async () => {
  const live = (choice: number) => {
    const side = makeSide({ present: true, choiceUntil: inSeconds(choice), bankMs: 30_000 });
    const deadlineAt = inSeconds(choice + 30);
    return modelOf(makeCombat([], { deadlineAt, sides: { attacker: side, defender: side } }));
  };
  const { rerender } = await renderView(<View fight={live(8)} />);
  expect(within(screen.getByRole('timer')).getByText(/^8 seconds left, then 30 seconds/)).toBeInTheDocument();
  await rerender(<View fight={live(-10)} />);
  expect(within(screen.getByRole('timer')).getByText('Extra time: 20 seconds left')).toBeInTheDocument();
});

it('plays the sound of each new exchange once', async () => {
  const sound = vi.fn();
  const fight = modelOf(makeCombat([]), [parried]);
  const { rerender } = renderHook((play) => useFightSounds(fight, play), { initialProps: sound });
  expect(sound).toHaveBeenCalledExactlyOnceWith('hit');
  const other = vi.fn();
  rerender(other);
  expect(other).not.toHaveBeenCalled();
});

it('plays the sound of the outcome only if the fight ends while it is open', async () => {
  const end = makeLine(2, { kind: 'over', by: 1, attacker: null, defender: null });
  const over = makeCombat([parried, end], { status: 'over', winnerId: ME.id });
  const sound = vi.fn();
  const { rerender } = renderHook((fight) => useFightSounds(fight, sound), { initialProps: modelOf(over) });
  expect(sound).not.toHaveBeenCalled();
  rerender(modelOf(makeCombat([], { id: 8 })));
  rerender(modelOf({ ...over, id: 8 }));
  expect(sound).toHaveBeenCalledExactlyOnceWith('victory');
});

it('shows what the fight is waiting for', async () => {
  const combatWith = (over: Partial<Combat>, me = {}, opponent = {}) =>
    modelOf(makeCombat([], { ...over, sides: { attacker: makeSide(me), defender: makeSide(opponent) } }));
  const pending = { isChallengePending: true, deadlineAt: inSeconds(20) };
  const { rerender } = await renderView(<View fight={combatWith(pending)} />);
  const shows = (text: string) => expect(screen.getAllByText(text, { exact: false })).not.toEqual([]);
  shows(COMBAT_TEXTS.challenged('Bjorn'));
  await rerender(<View fight={combatWith({ isBusy: true }, {}, { telegraph: 'guard' })} />);
  shows(COMBAT_TEXTS.busy('Bjorn'));
  shows(TELEGRAPHS.guard('Bjorn'));
  await rerender(<View fight={combatWith({ isLimited: true })} />);
  shows(COMBAT_TEXTS.limited('Bjorn', 3));
  const guarded = { ...IDLE, chosen: MOVE_NAMES.guard };
  await rerender(<View fight={combatWith(pending, { sealed: true })} choice={guarded} />);
  shows(COMBAT_TEXTS.waitingForAnswer(MOVE_NAMES.guard, 'Bjorn'));
  expect(button(MOVE_NAMES.guard)).toHaveAttribute('aria-disabled', 'true');
  await rerender(<View fight={combatWith({}, {}, { sealed: true, present: true })} />);
  shows(COMBAT_TEXTS.theyChose('Bjorn'));
  await rerender(<View fight={combatWith({}, {}, { telegraph: 'guard' })} />);
  shows(TELEGRAPHS.guard('Bjorn'));
  await rerender(<View fight={combatWith({}, {}, { present: true })} />);
  shows(COMBAT_TEXTS.youAreAway);
  // The opponent counts as away even if their style has already chosen.
  await rerender(<View fight={{ ...combatWith({}, {}, { sealed: true }), note: 'left' }} />);
  shows(COMBAT_TEXTS.left('Bjorn'));
  await rerender(<View fight={{ ...combatWith({ ranked: true }), note: 'left' }} />);
  shows(COMBAT_TEXTS.leftRanked('Bjorn'));
  // In a ranked fight, the player still has to choose, even if their own connection was lost for a moment.
  await rerender(<View fight={combatWith({ ranked: true }, {}, { present: true })} />);
  shows(COMBAT_TEXTS.yourMove);
  await rerender(<View warning={COMBAT_TEXTS.connectionLost} />);
  expect(screen.getByText(COMBAT_TEXTS.connectionLost)).toHaveAttribute('role', 'alert');
  await rerender(<View fight={combatWith({ attackerHP: 0 })} />);
  shows(COMBAT_TEXTS.knockedOutYou);
});

it('shows the note about a missed choice until the viewer’s next choice', async () => {
  const missed = { ...parried, attacker: makeResult({ byStyle: true }) };
  const late = (me = {}) => {
    const sides = { attacker: makeSide({ present: true, ...me }), defender: makeSide({ present: true }) };
    return modelOf(makeCombat([], { sides }), [missed]);
  };
  const { rerender } = await renderView(<View fight={modelOf(makeCombat([]))} />);
  await rerender(<View fight={late()} />);
  const text = `${COMBAT_TEXTS.timeRanOut} ${COMBAT_TEXTS.yourMove}`;
  expect(screen.getByText(text)).toBeVisible();
  const count = () => announcements().textContent.split(COMBAT_TEXTS.timeRanOut).length - 1;
  expect(count()).toBe(1);
  await rerender(<View fight={{ ...late(), note: 'returned' }} />);
  expect(screen.getByText(`${COMBAT_TEXTS.timeRanOut} ${COMBAT_TEXTS.returned('Bjorn')}`)).toBeVisible();
  expect(count()).toBe(1);
  await rerender(<View fight={late({ sealed: true })} />);
  expect(screen.getByText(COMBAT_TEXTS.waiting('Bjorn'), { ignore: '[role="log"] *' })).toBeVisible();
});

it('does not tell an absent player that their time ran out', async () => {
  const missed = { ...parried, attacker: makeResult({ byStyle: true }) };
  const sides = { attacker: makeSide(), defender: makeSide({ present: true }) };
  await renderView(<View fight={modelOf(makeCombat([], { sides }), [missed])} />);
  expect(screen.getByText(COMBAT_TEXTS.youAreAway)).toBeVisible();
  expect(announcements()).not.toHaveTextContent(COMBAT_TEXTS.timeRanOut);
});

it('does not mention that time ran out before the player opened the fight', async () => {
  const missed = { ...parried, attacker: makeResult({ byStyle: true }) };
  await renderView(<View fight={modelOf(makeCombat([missed]))} />);
  expect(screen.getByText(COMBAT_TEXTS.yourMove)).toBeVisible();
});

it('hints at the opponent’s next move, even beside an error, until the player has chosen a move', async () => {
  const sides = { attacker: makeSide(), defender: makeSide({ telegraph: 'guard' }) };
  const { rerender } = await renderView(
    <View fight={modelOf(makeCombat([], { sides }))} warning={COMBAT_TEXTS.tooLate} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(COMBAT_TEXTS.tooLate);
  const sign = () => screen.queryByText(TELEGRAPHS.guard('Bjorn'), { ignore: '[role="log"] *' });
  expect(sign()).toBeInTheDocument();
  const sealed = { ...sides, attacker: makeSide({ sealed: true }) };
  await rerender(
    <View fight={modelOf(makeCombat([], { sides: sealed }))} warning={COMBAT_TEXTS.connectionLost} />,
  );
  expect(sign()).not.toBeInTheDocument();
});

it('does not open the list of items once no items are left', async () => {
  const sides = { attacker: makeSide({ itemsLeft: 0 }), defender: makeSide() };
  const { user } = await renderView(<View fight={modelOf(makeCombat([], { sides }))} />);
  const items = button(new RegExp(`^${COMBAT_TEXTS.items}`));
  expect(items).toHaveAttribute('aria-disabled', 'true');
  expect(items).toHaveAccessibleDescription(new RegExp(COMBAT_TEXTS.noItemsLeft));
  await user.click(items);
  expect(items).toHaveAttribute('aria-expanded', 'false');
});

it('opens and closes the list of items', async () => {
  const { user, rerender } = await renderView(
    <View help={<button type="button">{COMBAT_TEXTS.help}</button>} coach="Beat the Feint." />,
  );
  await user.click(button(COMBAT_TEXTS.items));
  expect(button(COMBAT_TEXTS.items)).toHaveAttribute('aria-expanded', 'true');
  expect(button(UI_TEXTS.close)).toHaveFocus();
  await user.click(screen.getByRole('heading', { name: COMBAT_TEXTS.useItem }));
  fireEvent.keyDown(screen.getByRole('heading', { name: COMBAT_TEXTS.useItem }), { key: 'Escape' });
  expect(button(COMBAT_TEXTS.items)).toHaveAttribute('aria-expanded', 'false');
  expect(button(COMBAT_TEXTS.items)).toHaveFocus();
  expect(button(COMBAT_TEXTS.help)).toBeInTheDocument();
  expect(screen.getByText('Beat the Feint.')).toBeInTheDocument();
  await rerender(<View coach="" />);
  await rerender(<View coach="Beat the Feint." />);
  await waitFor(() => expect(announcements()).toHaveTextContent('Beat the Feint.'));
  const over = modelOf(makeCombat([], { status: 'over', winnerId: ME.id }));
  await rerender(<View fight={over} ending={<p>Well fought.</p>} />);
  expect(screen.getByText('Well fought.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Attack/ })).not.toBeInTheDocument();
});

it('describes how a fight went, with all moves in a table', async () => {
  const combat = makeCombat([parried], { status: 'over', winnerId: ME.id, attackerHP: 92, defenderHP: 0 });
  await renderWithProviders(<FightRecap fight={modelOf(combat)} />);
  const recap = screen.getByRole('region', { name: RECAP_TEXTS.title });
  expect(recap).toHaveTextContent(RECAP_TEXTS.won('Bjorn', 1, 92));
  expect(recap).toHaveTextContent(RECAP_TEXTS.reads(1, 0));
  expect(recap).toHaveTextContent(RECAP_TEXTS.biggest(MOVE_NAMES.guard, 24, 1));
  const row = within(screen.getByRole('table')).getAllByRole('row')[1];
  expect(row).toHaveTextContent(`1${MOVE_NAMES.guard}deals 24${MOVE_NAMES.strike}deals 8won`);
});

/** Return a log line for each exchange up to `last`. Both players guard in every exchange. */
const guarded = (last: number) =>
  Array.from({ length: last }, (_, index) =>
    makeLine(index + 1, { exchange: index + 1, attacker: makeResult({ move: 'guard', damage: 0 }) }),
  );

it('explains the result if the last possible exchange ended without a knock-out', async () => {
  const { lastExchange } = FIGHT_NUMBERS;
  const log = (attackerHP: number) => [
    ...guarded(lastExchange),
    makeLine(lastExchange + 1, {
      ...{ kind: 'over', by: 2, exchange: lastExchange, attacker: null, defender: null, attackerHP },
    }),
  ];
  const over = { status: 'over', winnerId: 2 } as const;
  const { rerender } = await renderWithProviders(<FightRecap fight={modelOf(makeCombat(log(80), over))} />);
  const recap = () => screen.getByRole('region', { name: RECAP_TEXTS.title });
  expect(recap()).toHaveTextContent(RECAP_TEXTS.cap);
  await rerender(<FightRecap fight={modelOf(makeCombat(log(0), { ...over, attackerHP: 0 }))} />);
  expect(recap()).not.toHaveTextContent(RECAP_TEXTS.cap);
});

it('shows the fury beside the number of the exchange', async () => {
  const { exchange, fury, nextFury, yourMove } = COMBAT_TEXTS;
  const { rerender } = await renderView(<View fight={modelOf(makeCombat(guarded(6)))} />);
  expect(screen.getByText(exchange(6))).toHaveTextContent(`${exchange(6)}${fury(20)}`);
  expect(screen.getByText(`${nextFury(40)} ${yourMove}`)).toBeInTheDocument();
  const sealed = { attacker: makeSide({ sealed: true }), defender: makeSide() };
  await rerender(<View fight={modelOf(makeCombat(guarded(6), { sides: sealed }))} />);
  expect(screen.getByText(exchange(7))).toHaveTextContent(`${exchange(7)}${fury(40)}`);
  expect(screen.queryByText(nextFury(40), { exact: false })).not.toBeInTheDocument();
});

it('does not announce rising fury at the end of a fight', async () => {
  const { furyStarts } = COMBAT_TEXTS;
  const end = makeLine(7, { kind: 'over', exchange: 6, attacker: null, defender: null });
  const log = [...guarded(6), end];
  const combat = makeCombat(log, { status: 'over', winnerId: ME.id, defenderHP: 0 });
  const { rerender } = await renderView(<View fight={modelOf(combat, [], 5)} />);
  // The last exchange is played, but the line about the end is not.
  await rerender(<View fight={modelOf(combat, [], 6)} />);
  await rerender(<View fight={modelOf(combat)} ending={<p>Well fought.</p>} />);
  expect(announcements()).not.toHaveTextContent(furyStarts(40));
  await rerender(<View fight={modelOf(makeCombat(guarded(6)))} />);
  await waitFor(() => expect(announcements()).toHaveTextContent(furyStarts(40)));
});

it('includes the fury in the damage figures for each move', async () => {
  const { user } = await renderView(<View fight={modelOf(makeCombat(guarded(19)))} />);
  await user.hover(button(/^Attack/));
  const [head, ...cells] = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', {
    hidden: true,
  });
  expect(head).toHaveTextContent(COMBAT_TEXTS.fury(300));
  expect(head).toHaveTextContent(COMBAT_TEXTS.healOrItem);
  expect(cells.map((row) => row.textContent)).toEqual([
    `${COMBAT_TEXTS.youDeal}128%32%160%128%64%`,
    `${COMBAT_TEXTS.youTake}128%96%0%224%0–30%`,
  ]);
});

it('shows 0% damage from thrown items in a ranked fight', async () => {
  const fight = modelOf(makeCombat(guarded(1), { ranked: true }));
  const { user } = await renderView(<View fight={fight} />);
  await user.hover(button(/^Attack/));
  const cells = within(screen.getByRole('table', { hidden: true })).getAllByRole('cell', { hidden: true });
  expect(cells.at(-1)).toHaveTextContent(/^0%$/);
});

it('shows and announces that the current exchange is the last', async () => {
  const { lastExchange } = COMBAT_TEXTS;
  const { rerender } = await renderView(<View fight={modelOf(makeCombat(guarded(18)))} />);
  expect(screen.queryByText(lastExchange)).not.toBeInTheDocument();
  await rerender(<View fight={modelOf(makeCombat(guarded(19)))} />);
  expect(screen.getByText(lastExchange, { ignore: '[role="log"] *' })).toBeInTheDocument();
  await waitFor(() => expect(announcements()).toHaveTextContent(lastExchange));
});

it('names the result of an exchange in which neither move beats the other', async () => {
  const { bothChose, noRead } = COMBAT_TEXTS;
  const { rerender } = await renderView(<View fight={modelOf(makeCombat(guarded(1)))} />);
  expect(screen.getByText(bothChose.guard)).toBeInTheDocument();
  const heavy = makeLine(1, { attacker: makeResult({ move: 'heavy' }) });
  await rerender(<View fight={modelOf(makeCombat([heavy]))} />);
  expect(screen.getByText(noRead)).toBeInTheDocument();
});

it('hides the presence of the opponent while the connection is lost', async () => {
  const sides = { attacker: makeSide(), defender: makeSide({ present: true }) };
  const fight = modelOf(makeCombat([], { sides }));
  const { rerender } = await renderView(<View fight={fight} />);
  expect(screen.getByText(COMBAT_TEXTS.isConnected)).toBeInTheDocument();
  await rerender(<View fight={fight} isOffline />);
  expect(screen.queryByText(COMBAT_TEXTS.isConnected)).not.toBeInTheDocument();
});

it('shows the viewer’s lost health first in the log line of an exchange', async () => {
  await renderView(<View fight={modelOf(makeCombat([parried]))} />);
  expect(screen.getByRole('log', { name: COMBAT_TEXTS.log })).toHaveTextContent('−8 / −24');
});

const makeChallenge = (seconds: number) => makeOpenFight({ challengeExpiresAt: inSeconds(seconds) });

function Challenged({ seconds }: { seconds: number }) {
  const [challenge, setChallenge] = useState<ReturnType<typeof makeChallenge> | null>(null);
  return (
    <>
      <input aria-label="Message" onFocus={() => setTimeout(() => setChallenge(makeChallenge(seconds)))} />
      <ChallengeHost challenge={challenge} onClose={() => setChallenge(null)} />
    </>
  );
}

it('shows a challenge without taking the focus from a player who is typing', async () => {
  const combat = makeCombat([]);
  answer('POST /api/combat/fights/{id}/decline', { combat, rewards: null, seed: null });
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await user.type(screen.getByLabelText('Message'), 'Hello');
  const card = await screen.findByRole('dialog', { name: CHALLENGE_TEXTS.title('Bjorn') });
  await user.keyboard(' there');
  expect(screen.getByLabelText('Message')).toHaveValue('Hello there');
  expect(card).not.toHaveAttribute('aria-modal');
  await waitFor(() =>
    expect(announcements().textContent.trim()).toBe(CHALLENGE_TEXTS.announced('Bjorn', 25)),
  );
  await user.click(within(card).getByRole('button', { name: CHALLENGE_TEXTS.decline }));
  await waitFor(() => expect(card).not.toBeInTheDocument());
  expect(calls('POST /api/combat/fights/{id}/decline')).toHaveLength(1);
});

it('names a rematch in the dialog title', async () => {
  const challenge = makeOpenFight({ challengeExpiresAt: inSeconds(25), isRematch: true });
  const { rerender } = await renderWithProviders(<ChallengeHost challenge={null} onClose={vi.fn()} />);
  await rerender(<ChallengeHost challenge={challenge} onClose={vi.fn()} />);
  const dialog = await screen.findByRole('dialog', { name: CHALLENGE_TEXTS.rematch('Bjorn') });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  expect(announcements()).toBeEmptyDOMElement();
});

it('announces a challenge to a rematch as a rematch', async () => {
  const challenge = makeOpenFight({ challengeExpiresAt: inSeconds(25), isRematch: true });
  const view = (open: typeof challenge | null) => (
    <>
      <input aria-label="Message" />
      <ChallengeHost challenge={open} onClose={vi.fn()} />
    </>
  );
  const { user, rerender } = await renderWithProviders(view(null));
  await user.click(screen.getByLabelText('Message'));
  await rerender(view(challenge));
  const announced = CHALLENGE_TEXTS.announcedRematch('Bjorn', 25);
  await waitFor(() => expect(announcements()).toHaveTextContent(announced));
});

it('closes the challenge dialog when the time to answer is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, path } = await renderWithProviders(<Challenged seconds={25} />);
  await user.click(screen.getByLabelText('Message'));
  const card = await screen.findByRole('dialog');
  act(() => vi.advanceTimersByTime(25_000));
  await waitFor(() => expect(card).not.toBeInTheDocument());
  // The button of the toast still opens the fight long after the dialog has closed.
  const joinLate = await screen.findByRole('button', { name: CHALLENGE_TEXTS.joinLate });
  act(() => vi.advanceTimersByTime(60_000));
  await user.click(joinLate);
  await waitFor(() => expect(path()).toBe('/fight/2'));
});

it('closes the toast about a missed challenge when the player joins the fight in another tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  await screen.findByRole('dialog');
  act(() => vi.advanceTimersByTime(25_000));
  const joinLate = await screen.findByRole('button', { name: CHALLENGE_TEXTS.joinLate });
  await receive('joinedCombat', { combatId: 7, userId: 2 });
  act(() => vi.advanceTimersByTime(1_000));
  expect(joinLate).toBeInTheDocument();
  await receive('joinedCombat', { combatId: 7, userId: ME.id });
  act(() => vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(joinLate).not.toBeInTheDocument());
});

it('closes the toast about a missed challenge once the fight is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  await screen.findByRole('dialog');
  act(() => vi.advanceTimersByTime(25_000));
  const joinLate = await screen.findByRole('button', { name: CHALLENGE_TEXTS.joinLate });
  const rewards = { xp: 0, coins: 0, defeatXp: 0 };
  await receive('combatOver', { combatId: 7, winnerId: 2, rewards, seed: '' });
  act(() => vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(joinLate).not.toBeInTheDocument());
});

it('accepts a challenge by joining its fight', async () => {
  const over = makeCombat([], { status: 'over', winnerId: ME.id });
  acknowledge('joinCombat', () => ({ ok: true, combat: over, ...players }));
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  const card = await screen.findByRole('dialog');
  await user.click(within(card).getByRole('button', { name: CHALLENGE_TEXTS.accept }));
  await waitFor(() => expect(card).not.toBeInTheDocument());
  expect(sent('joinCombat')).toEqual([{ combatId: 7 }]);
  expect(await screen.findByText(CHALLENGE_TEXTS.ended('Bjorn'))).toBeInTheDocument();
});

/** A page with a button that opens a challenge. The button is removed once the challenge is closed. */
function ChallengedOnResult() {
  const [wasOpened, setWasOpened] = useState(false);
  const [challenge, setChallenge] = useState<OpenFight | null>(null);
  const close = useCallback(() => setChallenge(null), []);
  const ask = () => {
    setWasOpened(true);
    setChallenge(makeOpenFight({ challengeExpiresAt: inSeconds(25) }));
  };
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      {(!wasOpened || challenge) && (
        <button type="button" onClick={ask}>
          Result
        </button>
      )}
      <ChallengeHost challenge={challenge} onClose={close} />
    </main>
  );
}

it('moves the focus to the page’s main content if the focused button is removed with its dialog', async () => {
  acknowledge('joinCombat', () => ({ ok: true, combat: makeCombat([]), ...players }));
  const { user } = await renderWithProviders(<ChallengedOnResult />);
  await connect(ME.id);
  await user.click(button('Result'));
  const accept = await screen.findByRole('button', { name: CHALLENGE_TEXTS.accept });
  act(() => accept.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('says that the challenger has withdrawn a challenge', async () => {
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  await screen.findByRole('dialog');
  await receive('combatStateUpdate', { combat: makeCombat([], { id: 8, status: 'over' }) });
  expect(screen.queryByText(CHALLENGE_TEXTS.withdrawn('Bjorn'))).not.toBeInTheDocument();
  await receive('combatStateUpdate', { combat: makeCombat([], { status: 'over' }) });
  expect(await screen.findByText(CHALLENGE_TEXTS.withdrawn('Bjorn'))).toBeInTheDocument();
});

it('keeps the challenge dialog open with an error if the site is read-only', async () => {
  const pending = makeCombat([], { isChallengePending: true });
  acknowledge('joinCombat', () => ({ ok: true, combat: pending, ...players }));
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  const card = await screen.findByRole('dialog');
  await user.click(within(card).getByRole('button', { name: CHALLENGE_TEXTS.accept }));
  expect(await within(card).findByText(ERROR_TEXTS.readOnly)).toBeInTheDocument();
});

it('keeps the challenge dialog open and shows why accepting failed', async () => {
  const reply = Promise.withResolvers<{ ok: false; code: 'internal'; message: string }>();
  acknowledge('joinCombat', () => reply.promise as never);
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  const card = await screen.findByRole('dialog');
  const accept = within(card).getByRole('button', { name: CHALLENGE_TEXTS.accept });
  await user.dblClick(accept);
  expect(accept).toHaveAttribute('aria-busy', 'true');
  await act(async () => reply.resolve({ ok: false, code: 'internal', message: 'Not now.' }));
  expect(await within(card).findByText('Not now.')).toBeInTheDocument();
  expect(sent('joinCombat')).toHaveLength(1);
});

it('keeps the challenge dialog open while an acceptance is pending', async () => {
  acknowledge('joinCombat', () => Promise.withResolvers<never>().promise);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await renderWithProviders(<Challenged seconds={25} />);
  await connect(ME.id);
  await user.click(screen.getByLabelText('Message'));
  const card = await screen.findByRole('dialog');
  await user.click(within(card).getByRole('button', { name: CHALLENGE_TEXTS.accept }));
  act(() => vi.advanceTimersByTime(30_000));
  expect(card).toBeInTheDocument();
});

it('keeps the title of a closed challenge dialog while it fades out', async () => {
  const { rerender } = await renderWithProviders(
    <ChallengeHost challenge={makeChallenge(25)} onClose={vi.fn()} />,
  );
  const title = CHALLENGE_TEXTS.title('Bjorn');
  const heading = await screen.findByRole('heading', { name: title });
  await rerender(<ChallengeHost challenge={null} onClose={vi.fn()} />);
  expect(heading).toHaveTextContent(title);
});

it('explains a move instead of choosing it while its button is held', async () => {
  const onMove = vi.fn();
  await renderWithProviders(
    <MoveBar
      fight={modelOf(makeCombat([]))}
      isBusy={false}
      isQueued={false}
      isOffline={false}
      energy={50}
      keys={false}
      areItemsOpen={false}
      onOpenItems={null}
      onMove={onMove}
      onHeal={() => undefined}
    />,
  );
  const guard = screen.getByRole('button', { name: new RegExp(`^${MOVE_NAMES.guard}`) });
  fireEvent.pointerDown(guard, { pointerType: 'touch' });
  // The tip is hidden from screen readers, because the button describes itself.
  const tip = () => screen.getAllByText(`${MOVE_NAMES.guard}.`, { ignore: 'script' });
  await waitFor(() => expect(tip()).toHaveLength(1));
  fireEvent.pointerUp(guard, { pointerType: 'touch' });
  fireEvent.click(guard);
  expect(onMove).not.toHaveBeenCalled();
  fireEvent.click(guard);
  expect(onMove).toHaveBeenCalledExactlyOnceWith('guard');
  onMove.mockClear();
  fireEvent.pointerDown(guard, { pointerType: 'touch' });
  fireEvent.pointerUp(guard, { pointerType: 'touch' });
  fireEvent.click(guard);
  expect(onMove).toHaveBeenCalledExactlyOnceWith('guard');
});

it('counts down the time for the choice, then the time bank', async () => {
  const now = Date.now();
  const times = { until: now + 5_000, end: now + 20_000, duration: 12_000, bank: 30_000 };
  const { rerender } = await renderWithProviders(<TimerRing times={times} />);
  const timer = screen.getByRole('timer');
  expect(timer).toHaveTextContent(COMBAT_TEXTS.secondsAndBank(5, 15));
  expect(within(timer).getByTitle(COMBAT_TEXTS.bankTitle).textContent).toBe(COMBAT_TEXTS.bank(15));
  await rerender(<TimerRing times={{ ...times, until: now + 13_500, end: now + 43_500 }} />);
  expect(timer).toHaveTextContent(COMBAT_TEXTS.secondsAndBank(12, 30));
  await rerender(<TimerRing times={{ ...times, until: now - 1_000 }} />);
  expect(timer).toHaveTextContent(COMBAT_TEXTS.onBank(20));
  // The empty element keeps its width, so that the text beside it does not move.
  expect(within(timer).getByTitle(COMBAT_TEXTS.bankTitle)).toBeEmptyDOMElement();
});

it('shows a neutral timer while the player waits for an opponent who uses their time bank', async () => {
  const onBank = makeSide({ present: true, choiceUntil: inSeconds(-1), bankMs: 9_000 });
  const fight = (isChosen: boolean) => {
    const sides = { attacker: { ...onBank, sealed: isChosen }, defender: onBank };
    return modelOf(makeCombat([], { sides, deadlineAt: inSeconds(8) }));
  };
  const { rerender } = await renderView(<View fight={fight(false)} />);
  const timer = screen.getByRole('timer');
  expect(timer.className).toContain('onBank');
  await rerender(<View fight={fight(true)} />);
  expect(timer).toHaveTextContent(COMBAT_TEXTS.onBank(8));
  expect(timer.className).not.toContain('onBank');
  expect(timer.className).toContain('waiting');
});

it('shows a neutral timer while the connection is lost', async () => {
  const side = makeSide({ present: true, choiceUntil: inSeconds(-1), bankMs: 9_000 });
  const combat = makeCombat([], { sides: { attacker: side, defender: side }, deadlineAt: inSeconds(8) });
  await renderView(<View fight={modelOf(combat)} isOffline />);
  expect(screen.getByRole('timer').className).toContain('waiting');
});

it('bases the timer ring on the player’s own time for a choice', () => {
  const timesOf = (own: number) => {
    const mine = makeSide({ choiceMs: own, choiceUntil: inSeconds(24), bankMs: 9_000 });
    const sides = { attacker: mine, defender: makeSide({ present: true }) };
    return choiceTimes(modelOf(makeCombat([], { sides, deadlineAt: inSeconds(60) })))!;
  };
  const { until, end, duration, bank } = timesOf(24_000);
  expect({ duration, bank, extra: end - until }).toEqual({ duration: 24_000, bank: 30_000, extra: 9_000 });
  expect(timesOf(12_000).duration).toBe(12_000);
});

it('shows the viewer’s full time while the opponent is disconnected', () => {
  const now = Date.now();
  const own = makeSide({ choiceUntil: new Date(now + 12_000).toISOString(), bankMs: 30_000 });
  const timesOf = (sealed: boolean) => {
    const sides = { attacker: { ...own, sealed }, defender: own };
    return choiceTimes(modelOf(makeCombat([], { sides, deadlineAt: new Date(now + 5_000).toISOString() })));
  };
  expect(timesOf(false)).toMatchObject({ until: now + 12_000, end: now + 42_000 });
  expect(timesOf(true)).toMatchObject({ until: now + 5_000, end: now + 5_000 });
});

it('hides the connection banner during a fight', async () => {
  const { rerender, unmount } = await renderView(<View />);
  const isHidden = () => document.documentElement.dataset.fight === 'open';
  expect(isHidden()).toBe(true);
  const over = modelOf(makeCombat([parried], { status: 'over', winnerId: ME.id }));
  await rerender(<View fight={over} ending={null} />);
  expect(isHidden()).toBe(false);
  await rerender(<View />);
  expect(isHidden()).toBe(true);
  unmount();
  expect(isHidden()).toBe(false);
});

it('shows the description of a fight after the fight has ended', async () => {
  const over = modelOf(makeCombat([parried], { status: 'over', winnerId: ME.id }));
  await renderView(<View fight={over} ending={null} />);
  expect(await screen.findByRole('region', { name: RECAP_TEXTS.title })).toBeInTheDocument();
});

it('delays toasts until the player has seen the result of a fight', async () => {
  const over = modelOf(makeCombat([parried], { status: 'over', winnerId: ME.id }));
  const { rerender, unmount } = await renderWithProviders(<View />);
  expect(fightInProgress.get()).toBe(true);
  vi.useFakeTimers();
  await rerender(<View fight={over} ending={null} />);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(fightInProgress.get()).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(fightInProgress.get()).toBe(false);
  vi.useRealTimers();
  await rerender(<View />);
  expect(fightInProgress.get()).toBe(true);
  unmount();
  expect(fightInProgress.get()).toBe(false);
});
