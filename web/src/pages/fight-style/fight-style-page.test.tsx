import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { MOVE_NAMES } from '@rivalhold/shared/texts/combat.ts';
import {
  FIGHT_STYLE_ERRORS as ERRORS,
  lineInWords,
  FIGHT_STYLE_TEXTS as TEXTS,
} from '@rivalhold/shared/texts/fight-style.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../features/practice/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FightStylePage } from './fight-style-page.tsx';

const saved = { temperament: 'careful' as const, lines: [...TEMPERAMENTS.careful], defended: 2 };
const line = (number: number) =>
  screen.findByRole('group', { name: new RegExp(`^${TEXTS.line(number)}`) }).then(within);
const save = () => screen.getByRole('button', { name: TEXTS.save });

beforeEach(() => {
  answer('GET /api/style', saved);
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

async function openOwn() {
  const view = await renderWithProviders(<FightStylePage />);
  await view.user.click(await screen.findByRole('radio', { name: new RegExp(TEXTS.names.own) }));
  return view;
}

it('shows the style in words, and how many fights it has won', async () => {
  await renderWithProviders(<FightStylePage />);
  expect(await screen.findByText(TEXTS.defended(2))).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: new RegExp(TEXTS.names.careful) })).toBeChecked();
  for (const [index, entry] of TEMPERAMENTS.careful.entries())
    expect(screen.getByText(lineInWords(entry, index))).toBeInTheDocument();
});

it('saves another ready-made style', async () => {
  answer('PUT /api/style', { ...saved, temperament: 'bold', lines: [...TEMPERAMENTS.bold] });
  const { user } = await renderWithProviders(<FightStylePage />);
  await user.click(await screen.findByRole('radio', { name: new RegExp(TEXTS.names.bold) }));
  await user.click(save());
  await waitFor(() => expect(calls('PUT /api/style')[0]?.body).toEqual({ temperament: 'bold', lines: null }));
  expect(await screen.findByText(TEXTS.saved)).toBeInTheDocument();
});

it('copies the shown style, and lets the player move, add and remove its lines', async () => {
  const { user } = await openOwn();
  const first = await line(1);
  expect(first.getByLabelText(MOVE_NAMES.guard)).toHaveValue('40');
  await user.click(first.getByRole('button', { name: TEXTS.down(1) }));
  const down = screen.getByRole('button', { name: TEXTS.down(2) });
  expect(down).toHaveFocus();
  expect((await line(2)).getByLabelText(MOVE_NAMES.guard)).toHaveValue('40');
  expect(screen.getByRole('button', { name: TEXTS.up(1) })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: TEXTS.add }));
  expect((await line(6)).getByRole('checkbox')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: TEXTS.add }));
  const add = screen.getByRole('button', { name: TEXTS.add });
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await user.click(add);
  expect(screen.getByRole('group', { name: TEXTS.lastLine(8) })).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: TEXTS.line(9) })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.remove(1) }));
  expect(add).toHaveFocus();
  expect(screen.getByRole('group', { name: TEXTS.lastLine(7) })).toBeInTheDocument();
});

it('sends nothing until all errors are fixed', async () => {
  const { user } = await openOwn();
  const [first, third] = [await line(1), await line(3)];
  const health = first.getByLabelText(TEXTS.health);
  await user.clear(health);
  await user.type(health, '500');
  const heavy = third.getByLabelText(MOVE_NAMES.heavy);
  await user.clear(heavy);
  await user.type(heavy, '39');
  expect(third.getByText(TEXTS.sum(99))).toBeInTheDocument();
  expect(screen.queryByText(ERRORS.sum)).not.toBeInTheDocument();
  await user.click(save());
  expect(first.getByText(ERRORS.percent)).toBeInTheDocument();
  expect(third.getByText(ERRORS.sum)).toBeInTheDocument();
  expect(screen.getByText(TEXTS.fixErrors(2))).toBeInTheDocument();
  await waitFor(() => expect(health).toHaveFocus());
  await user.clear(health);
  await user.selectOptions(first.getByLabelText(TEXTS.theirFocus), '');
  await user.click(first.getByRole('checkbox', { name: TEXTS.canHeal }));
  expect(first.getByText(ERRORS.unconditional)).toBeInTheDocument();
  await user.selectOptions(first.getByLabelText(TEXTS.focus), '3');
  await user.clear(heavy);
  await user.type(heavy, '40');
  answer('PUT /api/style', ({ body }) => ({ ...saved, temperament: null, lines: body.lines! }));
  await user.click(save());
  await waitFor(() => expect(calls('PUT /api/style')).toHaveLength(1));
  const { lines } = calls('PUT /api/style')[0]!.body;
  expect(lines?.[0]).toMatchObject({ canHeal: false, health: null, focus: 3, theirFocus: null });
  expect(lines?.slice(1)).toEqual(TEMPERAMENTS.careful.slice(1));
});

it('shows the server’s errors at their fields', async () => {
  answer('PUT /api/style', failure('invalid', undefined, { 'lines.1.odds': ERRORS.sum }));
  const { user } = await openOwn();
  const second = await line(2);
  const heal = second.getByLabelText(MOVE_NAMES.heal);
  await user.clear(heal);
  await user.type(heal, '50');
  const strike = second.getByLabelText(MOVE_NAMES.strike);
  await user.clear(strike);
  await user.type(strike, '30');
  await user.click(save());
  expect(await second.findByText(ERRORS.sum)).toBeInTheDocument();
  await user.type(strike, '{Backspace}0');
  expect(second.queryByText(ERRORS.sum)).not.toBeInTheDocument();
  answer('PUT /api/style', failure('internal'));
  await user.click(save());
  expect(await screen.findByText(TEXTS.saveFailed)).toBeInTheDocument();
});

it('simulates fights against chosen opponents in a worker', async () => {
  const { user } = await renderWithProviders(<FightStylePage />);
  const group = within(await screen.findByRole('group', { name: TEXTS.opponents }));
  for (const box of group.getAllByRole('checkbox').slice(2)) await user.click(box);
  await user.click(screen.getByRole('button', { name: TEXTS.run(500) }));
  const table = await screen.findByRole('table', { name: TEXTS.resultsCaption });
  await waitFor(() => expect(within(table).getAllByRole('rowheader')).toHaveLength(2));
  expect(table).toHaveTextContent(/Careful style\d\d%\d\d to \d\d%/);
  expect(await screen.findByText(/^Done in/)).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: new RegExp(TEXTS.names.tricky) }));
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const opponents = within(screen.getByRole('group', { name: TEXTS.opponents }));
  expect(opponents.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
});

it('reports a failed worker, and asks for at least one opponent', async () => {
  const { user } = await renderWithProviders(<FightStylePage />);
  const run = await screen.findByRole('button', { name: TEXTS.run(500) });
  FakeWorker.hold = true;
  await user.click(run);
  expect(screen.getByText(TEXTS.running)).toBeInTheDocument();
  await act(async () => FakeWorker.last?.fail());
  expect(await screen.findByText(TEXTS.simulationFailed)).toBeInTheDocument();
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  expect(screen.getByText(TEXTS.chooseOpponent)).toBeInTheDocument();
  expect(run).toHaveAttribute('aria-disabled', 'true');
});

it('stops a simulation on request', async () => {
  const { user } = await renderWithProviders(<FightStylePage />);
  FakeWorker.hold = true;
  await user.click(await screen.findByRole('button', { name: TEXTS.run(500) }));
  await user.click(screen.getByRole('button', { name: TEXTS.stop }));
  expect(FakeWorker.last?.isTerminated).toBe(true);
  expect(screen.queryByText(TEXTS.running)).not.toBeInTheDocument();
});

it('offers a retry when the style cannot be loaded', async () => {
  answer('GET /api/style', failure('forbidden'));
  const { user } = await renderWithProviders(<FightStylePage />);
  expect(await screen.findByText(TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/style', { ...saved, defended: 0 });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(TEXTS.defendedNone)).toBeInTheDocument();
});
