import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { commitmentOf } from '@rivalhold/shared/fights/random.ts';
import { RULES_VERSION } from '@rivalhold/shared/fights/rules.ts';
import { inputsHashOf } from '@rivalhold/shared/fights/verify.ts';
import { RECAP_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIGHT_PAGE_TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { REPLAY_TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { saveCommitment, saveMove, saveNonce } from '../../features/combat/fight-commitments.ts';
import { replayRecord } from '../../features/combat/fight-record.ts';
import { makeRecord } from '../../features/combat/fixtures.ts';
import { queryClient } from '../../lib/query-client.ts';
import { readReturnPath } from '../../lib/return-path.ts';
import { ME } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { VerifyPage } from './verify-page.tsx';

const page = { route: '/fights/$id', at: '/fights/7' };
const strikes = {
  kind: 'exchange',
  attacker: { move: 'strike', itemId: null },
  defender: { move: 'guard', itemId: null },
} as const;
const PLAYED = makeRecord('Astrid', [strikes, strikes]);
/** Make the record of a fight with the given nonces. The record passes all checks. */
function correct(nonces: FightRecord['nonces']): FightRecord {
  const record = { ...PLAYED, nonces, seedHash: commitmentOf(PLAYED.seed) };
  const { attackerHP, defenderHP } = replayRecord(record).combat;
  return { ...record, attackerHP, defenderHP, inputsHash: inputsHashOf(record) };
}
const fighter = {
  level: 1,
  attack: 10,
  defense: 5,
  maxHealth: 100,
  health: 100,
  weapon: 0,
  armor: 0,
  style: [],
};

it('shows a player that they cannot watch the fight', async () => {
  answer('GET /api/combat/fights/{id}', failure('notFound'));
  await renderWithProviders(<VerifyPage />, page);
  expect(await screen.findByText(FIGHT_PAGE_TEXTS.hidden)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: SESSION_LABELS.logIn })).not.toBeInTheDocument();
});

it('offers a login that leads a guest back to the fight', async () => {
  answer('GET /api/combat/fights/{id}', failure('notFound'));
  await renderWithProviders(<VerifyPage />, { ...page, me: null });
  expect(await screen.findByRole('button', { name: SESSION_LABELS.logIn })).toBeInTheDocument();
  expect(readReturnPath()).toBe('/fights/7');
});

it('shows a guest the replay without links to profiles', async () => {
  answer('GET /api/combat/fights/{id}', { ...PLAYED, rewards: null });
  await renderWithProviders(<VerifyPage />, { ...page, me: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Astrid beat Bjorn' })).toBeInTheDocument();
  const table = screen.getByRole('table', { name: RECAP_TEXTS.table });
  expect(within(table).getByRole('columnheader', { name: 'Astrid' })).toBeInTheDocument();
  expect(screen.getByRole('slider', { name: REPLAY_TEXTS.slider })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Astrid|Bjorn/ })).not.toBeInTheDocument();
  expect(screen.queryByText(MENU_TEXTS.you)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /report/i })).not.toBeInTheDocument();
  expect(calls('GET /api/game/{userId}')).toEqual([]);
});

it('opens the replay at the exchange in the URL', async () => {
  answer('GET /api/combat/fights/{id}', PLAYED);
  await renderWithProviders(<VerifyPage />, { ...page, at: '/fights/7?exchange=1' });
  expect(await screen.findByRole('slider', { name: REPLAY_TEXTS.slider })).toHaveAttribute(
    'aria-valuetext',
    REPLAY_TEXTS.position(1, 2),
  );
});

it('offers a retry if the fight cannot be loaded', async () => {
  answer('GET /api/combat/fights/{id}', failure('forbidden'));
  const { user } = await renderWithProviders(<VerifyPage />, page);
  answer('GET /api/combat/fights/{id}', PLAYED);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Astrid beat Bjorn' })).toBeInTheDocument();
});

const RECORD: FightRecord = {
  id: 7,
  attacker: { id: 1, username: 'Astrid', ...fighter },
  defender: { id: 2, username: 'Bjorn', ...fighter },
  attackerAvatarUrl: null,
  defenderAvatarUrl: null,
  inputs: [
    { kind: 'exchange', attacker: { move: 'strike', itemId: null }, defender: null },
    { kind: 'forfeit', side: 'defender', reason: 'abandoned' },
  ],
  rulesVersion: RULES_VERSION,
  ranked: false,
  nonces: { attacker: '', defender: '' },
  seedHash: 'another',
  inputsHash: '',
  seed: 'seed',
  winnerId: 1,
  attackerHP: 100,
  defenderHP: 100,
  rewards: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:00.000Z',
};

it('rejects a record with a seed that does not match its hash', async () => {
  answer('GET /api/combat/fights/{id}', RECORD);
  await renderWithProviders(<VerifyPage />, page);
  expect(await screen.findByText(VERIFY_TEXTS.failed)).toBeInTheDocument();
  expect(screen.getByText(VERIFY_TEXTS.numbers)).toBeInTheDocument();
  // The record contains no nonces. But it failed a check, so the page must not say that nonces are missing.
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  expect(screen.getByText(VERIFY_TEXTS.explanationOfNonces.full)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: VERIFY_TEXTS.how })).toBeInTheDocument();
  // The steps were recomputed from a false record, so they are not marked as correct.
  const steps = screen.getByRole('heading', { name: VERIFY_TEXTS.story }).closest('section');
  expect(within(steps as HTMLElement).queryByLabelText(VERIFY_TEXTS.right)).not.toBeInTheDocument();
});

it('shows a failed verification above the replay', async () => {
  answer('GET /api/combat/fights/{id}', PLAYED);
  await renderWithProviders(<VerifyPage />, page);
  const [banner] = await screen.findAllByRole('region', { name: VERIFY_TEXTS.failed });
  const replay = screen.getByRole('heading', { name: REPLAY_TEXTS.title });
  expect(banner?.compareDocumentPosition(replay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('moves the focus to the verdict if the player followed a link to it', async () => {
  answer('GET /api/combat/fights/{id}', PLAYED);
  const { unmount } = await renderWithProviders(<VerifyPage />, { ...page, at: '/fights/7#verdict' });
  const verdict = (await screen.findByRole('region', { name: VERIFY_TEXTS.failed })).parentElement;
  expect(verdict).toHaveFocus();
  unmount();
  await renderWithProviders(<VerifyPage />, page);
  await screen.findByRole('region', { name: VERIFY_TEXTS.failed });
  expect(document.body).toHaveFocus();
});

it('explains how much the verification of a correct fight proves', async () => {
  const { proves, passed, explanationOfNonces } = VERIFY_TEXTS;
  for (const [proof, nonces] of [
    ['full', PLAYED.nonces],
    ['partial', { attacker: 'embers', defender: '' }],
    ['none', { attacker: '', defender: '' }],
  ] as const) {
    answer('GET /api/combat/fights/{id}', correct(nonces));
    const { unmount } = await renderWithProviders(<VerifyPage />, page);
    expect(await screen.findByRole('heading', { name: passed[proof] })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: proves[proof] })).toBeInTheDocument();
    expect(screen.getByText(explanationOfNonces[proof])).toBeInTheDocument();
    expect(screen.getAllByLabelText(VERIFY_TEXTS.right).length).toBeGreaterThan(0);
    unmount();
    queryClient.clear();
  }
});

it('compares a fight only with the stored moves of the signed-in player', async () => {
  const record = correct(PLAYED.nonces);
  const { id, seedHash, inputsHash, nonces } = record;
  const { checks, failedChecks } = VERIFY_TEXTS;
  answer('GET /api/combat/fights/{id}', record);
  saveCommitment({ id, seedHash, inputsHash });
  saveNonce({ combatId: id, playerId: 1 }, nonces.attacker);
  saveMove({ combatId: id, playerId: 1 }, { exchange: 1, ...strikes.attacker });
  const bjorn = { ...ME, id: 2, username: 'Bjorn' };
  const asBjorn = await renderWithProviders(<VerifyPage />, { ...page, me: bjorn });
  expect(await screen.findByRole('region', { name: VERIFY_TEXTS.passed.full })).toBeInTheDocument();
  expect(screen.getByText(checks.seenInputs)).toBeInTheDocument();
  expect(screen.queryByText(checks.moves)).not.toBeInTheDocument();
  asBjorn.unmount();
  // This browser now also stores a move of Bjorn, which is compared only while Bjorn is signed in.
  saveMove({ combatId: id, playerId: 2 }, { exchange: 1, move: 'feint', itemId: null });
  const again = await renderWithProviders(<VerifyPage />, { ...page, me: bjorn });
  expect(await screen.findByText(failedChecks.moves)).toBeInTheDocument();
  again.unmount();
  await renderWithProviders(<VerifyPage />, page);
  expect(await screen.findByText(checks.moves)).toBeInTheDocument();
  expect(screen.getByText(checks.nonce)).toBeInTheDocument();
});

it('explains the verification while the fight is loading', async () => {
  answer('GET /api/combat/fights/{id}', () => Promise.withResolvers<never>().promise);
  await renderWithProviders(<VerifyPage />, page);
  expect(screen.getByRole('status')).toHaveTextContent(VERIFY_TEXTS.loading);
  expect(screen.getByText(VERIFY_TEXTS.explanation[0])).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: VERIFY_TEXTS.how })).toBeInTheDocument();
});

it('asks the viewer to reload if the fight has a different rules version', async () => {
  answer('GET /api/combat/fights/{id}', { ...RECORD, rulesVersion: RULES_VERSION + 1 });
  await renderWithProviders(<VerifyPage />, page);
  expect(await screen.findByText(VERIFY_TEXTS.otherRulesText)).toBeInTheDocument();
  expect(screen.queryByText(VERIFY_TEXTS.failed)).not.toBeInTheDocument();
});
