import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HEALTH_TEXTS } from '@rivalhold/shared/texts/health.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { Ledger } from './components/ledger.tsx';

const health = { issues: [], ledger: { isRunning: false, last: null } } as unknown as SiteHealth;

it('shows why the ledger verification could not start, and sends only one retry on a double click', async () => {
  answer('POST /api/admin/site-health/ledger', failure('unavailable', 'Busy.'));
  const { user } = await renderWithProviders(<Ledger health={health} />, { me: ADMIN });
  expect(screen.getByText(HEALTH_TEXTS.neverVerified)).toBeInTheDocument();
  const verify = screen.getByRole('button', { name: HEALTH_TEXTS.verify });
  await user.click(verify);
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  const reply = Promise.withResolvers<Record<string, never>>();
  answer('POST /api/admin/site-health/ledger', () => reply.promise);
  await user.dblClick(verify);
  reply.resolve({});
  expect(await screen.findByText(HEALTH_TEXTS.verifyAsked)).toBeInTheDocument();
  expect(calls('POST /api/admin/site-health/ledger')).toHaveLength(2);
});
