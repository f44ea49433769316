import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { REPLAY_TEXTS as TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ME, STATS } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FightReplay } from './components/fight-replay.tsx';
import { replayRecord, stateAfter } from './fight-record.ts';
import { makeRecord } from './fixtures.ts';

const choice = (move: Move) => ({ move, itemId: null });
const blow = { kind: 'exchange', attacker: choice('strike'), defender: choice('strike') } as const;
const record = makeRecord(ME.username, [blow, blow, blow]);

beforeEach(() => answer('GET /api/game/{userId}', { stats: STATS, inventory: [] }));
afterEach(() => vi.useRealTimers());

const slider = () => screen.getByRole('slider', { name: TEXTS.slider });
const healthOfMe = () => screen.getAllByRole('meter')[0]?.getAttribute('aria-valuenow');

it('returns the state of a fight after each exchange', () => {
  const end = replayRecord(record);
  const health = [0, 1, 2, 3].map((exchange) => {
    const { combat, lines } = stateAfter(end, exchange);
    return [combat.attackerHP, combat.defenderHP, combat.status, lines.at(-1)?.exchange];
  });
  expect(health[0]).toEqual([end.combat.attackerMaxHP, end.combat.defenderMaxHP, 'active', 0]);
  expect(health[3]).toEqual([end.combat.attackerHP, end.combat.defenderHP, 'active', 3]);
  for (let at = 1; at < health.length; at++)
    expect(Number(health[at]?.[0])).toBeLessThanOrEqual(Number(health[at - 1]?.[0]));
});

it('opens at the end, and steps through the exchanges', async () => {
  const { user } = await renderWithProviders(<FightReplay record={record} meId={ME.id} />);
  const controls = within(await screen.findByRole('group', { name: TEXTS.title }));
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(3, 3));
  const end = healthOfMe();
  await user.click(controls.getByRole('button', { name: TEXTS.previous }));
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(2, 3));
  const before = controls.getByRole('status').textContent;
  fireEvent.change(slider(), { target: { value: '0' } });
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(0, 3));
  expect(healthOfMe()).toBe(String(replayRecord(record).combat.attackerMaxHP));
  expect(controls.getByRole('button', { name: TEXTS.previous })).toHaveAttribute('aria-disabled', 'true');
  for (let times = 0; times < 3; times++)
    await user.click(controls.getByRole('button', { name: TEXTS.next }));
  expect(controls.getByRole('status').textContent).not.toBe(before);
  expect(healthOfMe()).toBe(end);
});

it('does not show whether the opponent is present', async () => {
  await renderWithProviders(<FightReplay record={record} meId={ME.id} initialExchange={0} />);
  await screen.findByRole('group', { name: TEXTS.title });
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(0, 3));
  for (const text of [COMBAT_TEXTS.isAway, COMBAT_TEXTS.isConnected])
    expect(screen.queryByTitle(text)).not.toBeInTheDocument();
});

it('plays from the start to the end, and pauses', async () => {
  await renderWithProviders(<FightReplay record={record} meId={ME.id} />);
  await screen.findByRole('group', { name: TEXTS.title });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: TEXTS.play }));
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(0, 3));
  const advance = () => act(() => vi.advanceTimersByTimeAsync(1_600));
  await advance();
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(1, 3));
  fireEvent.click(screen.getByRole('button', { name: TEXTS.pause }));
  await advance();
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(1, 3));
  fireEvent.click(screen.getByRole('button', { name: TEXTS.play }));
  for (let times = 0; times < 3; times++) await advance();
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(3, 3));
  expect(screen.getByRole('button', { name: TEXTS.play })).toBeInTheDocument();
});

it('handles keys only while the focus is in the replay', async () => {
  const { user } = await renderWithProviders(<FightReplay record={record} meId={ME.id} />);
  const previous = await screen.findByRole('button', { name: TEXTS.previous });
  await user.keyboard('{Home}');
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(3, 3));
  act(() => previous.focus());
  for (const [key, exchange] of [
    ['{Home}', 0],
    ['{ArrowRight}', 1],
    ['{ArrowRight}', 2],
    ['{ArrowLeft}', 1],
    ['{End}', 3],
  ] as const) {
    await user.keyboard(key);
    expect([key, slider().getAttribute('aria-valuetext')]).toEqual([key, TEXTS.position(exchange, 3)]);
  }
  act(() => screen.getByRole('link', { name: ME.username }).focus());
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: TEXTS.pause })).toBeInTheDocument();
  act(() => slider().focus());
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: TEXTS.play })).toBeInTheDocument();
  await user.keyboard(' ');
  // On a button, Space presses the button.
  act(() => screen.getByRole('button', { name: TEXTS.pause }).focus());
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: TEXTS.play })).toBeInTheDocument();
});

it('plays twice as fast at double speed', async () => {
  await renderWithProviders(<FightReplay record={record} meId={ME.id} />);
  fireEvent.click(await screen.findByRole('button', { name: TEXTS.speed(1) }));
  vi.useFakeTimers();
  expect(screen.getByRole('button', { name: TEXTS.speed(2) })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: TEXTS.play }));
  await act(() => vi.advanceTimersByTimeAsync(800));
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(1, 3));
});

it('copies a link to the shown exchange', async () => {
  const { user } = await renderWithProviders(
    <FightReplay record={record} meId={ME.id} initialExchange={2} hasLinks />,
  );
  expect(slider()).toHaveAttribute('aria-valuetext', TEXTS.position(2, 3));
  await user.click(screen.getByRole('button', { name: TEXTS.copyLink }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/fights/7?exchange=2`);
});

it('shows a spectator both fighters by name', async () => {
  await renderWithProviders(<FightReplay record={record} meId={99} />);
  const [left, right] = await screen.findAllByRole('meter');
  expect(left).toHaveAccessibleName(COMBAT_TEXTS.health(ME.username));
  expect(right).toHaveAccessibleName(COMBAT_TEXTS.health('Bjorn'));
  expect(screen.queryByText(MENU_TEXTS.you)).not.toBeInTheDocument();
  expect(calls('GET /api/game/{userId}')).toEqual([]);
});
