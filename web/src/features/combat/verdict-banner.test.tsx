import { VERIFY_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { VerdictBanner } from './components/verdict-banner.tsx';
import { makeRecord } from './fixtures.ts';

const record = makeRecord('Astrid', []);
const check = { recorded: 'one', computed: 'other' } as const;

it('shows that a fight was fair, and links to the profiles of the fighters, except for guests', async () => {
  const verdict = { passed: true, checks: [], steps: [] };
  const { unmount } = await renderWithProviders(<VerdictBanner record={record} verdict={verdict} />);
  expect(screen.getByRole('region', { name: VERIFY_TEXTS.passed })).toBeInTheDocument();
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Astrid' })).toBeInTheDocument();
  unmount();
  await renderWithProviders(<VerdictBanner record={record} verdict={verdict} />, { me: null });
  expect(screen.getByText('Astrid')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Astrid' })).not.toBeInTheDocument();
});

it('warns that the checks do not prove a fight fair if neither player added a number', async () => {
  const nonces = { attacker: '', defender: '' };
  const choice = { move: 'strike', itemId: null } as const;
  const fought = makeRecord('Astrid', [{ kind: 'exchange', attacker: choice, defender: null }]);
  const verdict = { passed: true, checks: [], steps: [] };
  const { unmount } = await renderWithProviders(
    <VerdictBanner record={{ ...record, nonces }} verdict={verdict} />,
  );
  // A fight without an exchange needs no random numbers.
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  unmount();
  await renderWithProviders(<VerdictBanner record={{ ...fought, nonces }} verdict={verdict} />);
  const banner = screen.getByRole('region', { name: VERIFY_TEXTS.passedWithoutNonce });
  expect(within(banner).getByRole('note')).toHaveTextContent(VERIFY_TEXTS.noNonce);
});

it('says whose number is missing if a player chose the first move without adding a number', async () => {
  const choice = { move: 'strike', itemId: null } as const;
  const fought = makeRecord('Astrid', [{ kind: 'exchange', attacker: choice, defender: choice }]);
  const one = { ...fought, nonces: { attacker: 'embers', defender: '' } };
  const verdict = { passed: true, checks: [], steps: [] };
  const { rerender } = await renderWithProviders(<VerdictBanner record={one} verdict={verdict} />);
  expect(screen.getByRole('note')).toHaveTextContent(VERIFY_TEXTS.oneNonceMissing('Bjorn'));
  const byStyle = makeRecord('Astrid', [{ kind: 'exchange', attacker: choice, defender: null }]);
  await rerender(<VerdictBanner record={{ ...byStyle, nonces: one.nonces }} verdict={verdict} />);
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

it('shows the recorded and the computed value of a failed check', async () => {
  const checks = [{ id: 'seed', passed: false, ...check }] as const;
  await renderWithProviders(<VerdictBanner record={record} verdict={{ passed: false, checks, steps: [] }} />);
  expect(screen.getByRole('region', { name: VERIFY_TEXTS.failed })).toBeInTheDocument();
  expect(screen.getByText('one')).toBeInTheDocument();
  expect(screen.getByText('other')).toBeInTheDocument();
});
