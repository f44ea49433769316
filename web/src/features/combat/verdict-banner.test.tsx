import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { VerdictBanner } from './components/verdict-banner.tsx';
import { makeRecord } from './fixtures.ts';

const record = makeRecord('Astrid', []);

it('shows that a fight was fair', async () => {
  const verdict = { passed: true, checks: [], steps: [], replaced: [] };
  const { unmount } = await renderWithProviders(<VerdictBanner record={record} verdict={verdict} />);
  expect(screen.getByRole('region', { name: VERIFY_TEXTS.passed.full })).toBeInTheDocument();
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Astrid' })).toBeInTheDocument();
  unmount();
  await renderWithProviders(<VerdictBanner record={record} verdict={verdict} />, { me: null });
  expect(screen.getByText('Astrid')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Astrid' })).not.toBeInTheDocument();
});

it('warns if neither player added a random number to a fight with at least one exchange', async () => {
  const nonces = { attacker: '', defender: '' };
  const choice = { move: 'strike', itemId: null } as const;
  const fought = makeRecord('Astrid', [{ kind: 'exchange', attacker: choice, defender: null }]);
  const verdict = { passed: true, checks: [], steps: [], replaced: [] };
  const { unmount } = await renderWithProviders(
    <VerdictBanner record={{ ...record, nonces }} verdict={verdict} />,
  );
  // A fight without an exchange needs no random numbers.
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  unmount();
  await renderWithProviders(<VerdictBanner record={{ ...fought, nonces }} verdict={verdict} />);
  const banner = screen.getByRole('region', { name: VERIFY_TEXTS.passed.none });
  expect(within(banner).getByRole('note')).toHaveTextContent(VERIFY_TEXTS.noNonce);
});

it('names the player without a random number, unless the style chose all their moves', async () => {
  const choice = { move: 'strike', itemId: null } as const;
  const fought = makeRecord(ME.username, [{ kind: 'exchange', attacker: choice, defender: choice }]);
  const verdict = { passed: true, checks: [], steps: [], replaced: [] };
  const bannerOf = (attacker: string, defender: string, shown = fought) => (
    <VerdictBanner record={{ ...shown, nonces: { attacker, defender } }} verdict={verdict} />
  );
  const { rerender } = await renderWithProviders(bannerOf('embers', ''));
  expect(screen.getByRole('region', { name: VERIFY_TEXTS.passed.partial })).toBeInTheDocument();
  expect(screen.getByRole('note')).toHaveTextContent(VERIFY_TEXTS.oneNonceMissing('Bjorn'));
  await rerender(bannerOf('', 'ashes'));
  expect(screen.getByRole('note')).toHaveTextContent(VERIFY_TEXTS.ownNonceMissing);
  const byStyle = makeRecord(ME.username, [{ kind: 'exchange', attacker: choice, defender: null }]);
  await rerender(bannerOf('embers', '', byStyle));
  expect(screen.getByRole('region', { name: VERIFY_TEXTS.passed.full })).toBeInTheDocument();
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

it('lists the player’s moves that were replaced with Strike, unless the verification failed', async () => {
  const replaced = [
    { exchange: 2, move: 'heal', itemId: null },
    { exchange: 3, move: 'item', itemId: 12 },
  ] as const;
  const bannerOf = (passed: boolean) => (
    <VerdictBanner record={record} verdict={{ passed, checks: [], steps: [], replaced }} />
  );
  const { rerender } = await renderWithProviders(bannerOf(true));
  expect(screen.getByText(VERIFY_TEXTS.becameStrike('Heal', 2))).toBeInTheDocument();
  expect(screen.getByText(VERIFY_TEXTS.becameStrike('Pitch Pot', 3))).toBeInTheDocument();
  await rerender(bannerOf(false));
  expect(screen.queryByText(VERIFY_TEXTS.becameStrike('Heal', 2))).not.toBeInTheDocument();
});

it('does not mention missing random numbers if the verification failed', async () => {
  const choice = { move: 'strike', itemId: null } as const;
  const fought = makeRecord(ME.username, [{ kind: 'exchange', attacker: choice, defender: choice }]);
  const check = { id: 'nonce', passed: false, recorded: '', computed: 'embers' } as const;
  const verdict = { passed: false, checks: [check], steps: [], replaced: [] };
  const dropped = { ...fought, nonces: { attacker: '', defender: 'ashes' } };
  await renderWithProviders(<VerdictBanner record={dropped} verdict={verdict} />);
  expect(screen.getByText(VERIFY_TEXTS.failedChecks.nonce)).toBeInTheDocument();
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

it('explains each failed check, and shows the recorded and the computed value', async () => {
  const checks = [
    {
      id: 'moves',
      passed: false,
      recorded: { move: 'heavy', itemId: null },
      computed: { move: 'item', itemId: 12 },
    },
    { id: 'health', passed: false, recorded: '0 : 6', computed: '' },
    { id: 'winner', passed: true, recorded: 'Bjorn', computed: 'Bjorn' },
  ] as const;
  await renderWithProviders(
    <VerdictBanner record={record} verdict={{ passed: false, checks, steps: [], replaced: [] }} />,
  );
  expect(screen.getByRole('region', { name: VERIFY_TEXTS.failed })).toBeInTheDocument();
  const { checks: texts, failedChecks, recorded, sent, computed, nothing } = VERIFY_TEXTS;
  const [moves, health, winner] = screen.getAllByText(
    (_, element) => element?.tagName === 'LI' && element.querySelector(':scope > svg + span') !== null,
  );
  expect(moves).toHaveTextContent(`${failedChecks.moves}${recorded}Heavy${sent}Pitch Pot`);
  expect(health).toHaveTextContent(`${failedChecks.health}${recorded}0 : 6${computed}${nothing}`);
  expect(winner).toHaveTextContent(texts.winner);
  expect(screen.getByText(VERIFY_TEXTS.failedText)).toBeInTheDocument();
});

it('says that the style chose the recorded move, and shows the move that was sent', async () => {
  const sent = { exchange: 1, move: 'strike', itemId: null } as const;
  const check = { id: 'moves', passed: false, recorded: null, computed: sent } as const;
  const verdict = { passed: false, checks: [check], steps: [], replaced: [] };
  await renderWithProviders(<VerdictBanner record={record} verdict={verdict} />);
  const values = screen.getByText(VERIFY_TEXTS.failedChecks.moves);
  expect(values).toHaveTextContent(
    `${VERIFY_TEXTS.recorded}${VERIFY_TEXTS.chosenByStyle}${VERIFY_TEXTS.sent}Strike`,
  );
});
