import type { AccountStanding } from '@rivalhold/shared/contract/account-standing.ts';
import { ACCOUNT_STANDING_TEXTS as TEXTS } from '@rivalhold/shared/texts/account-standing.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AccountStandingCard } from './components/account-standing-card.tsx';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const standing = (facts: Partial<AccountStanding> = {}): AccountStanding => ({
  standing: 'trusted',
  isStaff: false,
  emailConfirmed: true,
  joinedAt: inDays(-40),
  settledAgeMs: DAY,
  visits: 20,
  sanctionsCountUntil: null,
  dismissedReports: 0,
  ...facts,
});

/** Return the texts of the conditions, each with “Met” or “Missing”. */
async function conditions(): Promise<(string | null)[]> {
  const lists = await screen.findAllByRole('list');
  return lists.flatMap((list) => within(list).getAllByRole('listitem')).map((item) => item.textContent);
}

it('shows which conditions a player meets and which are missing', async () => {
  answer(
    'GET /api/account-standing',
    standing({ standing: 'settled', joinedAt: inDays(-2), visits: 1, sanctionsCountUntil: inDays(50) }),
  );
  await renderWithProviders(<AccountStandingCard />);
  const [email, age, trustedAge, visits, sanctions] = await conditions();
  expect(email).toBe(`${TEXTS.met}: ${TEXTS.emailConfirmed}`);
  expect(age).toBe(`${TEXTS.met}: ${TEXTS.age(DAY)}`);
  expect(trustedAge).toContain(`${TEXTS.missing}: ${TEXTS.age(30 * DAY)} (will be met on `);
  expect(visits).toBe(`${TEXTS.missing}: ${TEXTS.visits} (${TEXTS.visitsNow(1)})`);
  expect(sanctions).toContain(`${TEXTS.missing}: ${TEXTS.sanctions} (will be met on `);
  expect(screen.getByText(TEXTS.allowed.settled)).toBeInTheDocument();
});

it('shows a trusted player that all conditions are met, without a note about two dismissed reports', async () => {
  answer('GET /api/account-standing', standing({ dismissedReports: 2 }));
  await renderWithProviders(<AccountStandingCard />);
  expect((await conditions()).every((text) => text?.startsWith(TEXTS.met))).toBe(true);
  expect(screen.queryByText(TEXTS.dismissed)).toBeNull();
});

it('after several dismissed reports, tells a trusted player that their reports no longer hide content', async () => {
  answer('GET /api/account-standing', standing({ dismissedReports: 3 }));
  await renderWithProviders(<AccountStandingCard />);
  expect(await screen.findByText(TEXTS.dismissed)).toBeInTheDocument();
});

it('hides the conditions from staff', async () => {
  answer('GET /api/account-standing', failure('forbidden'));
  const { user } = await renderWithProviders(<AccountStandingCard />);
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/account-standing', standing({ isStaff: true }));
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(TEXTS.staff)).toBeInTheDocument();
  expect(screen.queryByRole('list')).toBeNull();
});
