import { HEALTH_TEXTS } from '@rivalhold/shared/texts/health.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN, minutesAgo } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { SiteHealthPage } from './site-health-page.tsx';

const taken = { count: 10, failed: 0, p50: 5, p95: 20, p99: 30 };

it('shows what to do if the state of the site cannot be loaded', async () => {
  answer('GET /api/admin/site-health', failure('unavailable'));
  const { user } = await renderWithProviders(<SiteHealthPage />, { me: ADMIN });
  expect(await screen.findByText(HEALTH_TEXTS.failedText)).toBeInTheDocument();
  answer('GET /api/admin/site-health', {
    at: minutesAgo(0),
    state: 'ok',
    issues: [],
    minutes: 5,
    requests: taken,
    events: taken,
    routes: [],
    jobs: [],
    services: [],
    storage: { files: null, databaseBytes: 1_000, backupAt: null, disk: null },
    ledger: { isRunning: false, last: null },
    players: 1,
    nodes: [],
    cluster: 'standalone',
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(HEALTH_TEXTS.nothing)).toBeInTheDocument();
  expect(screen.getByText(HEALTH_TEXTS.noBackup)).toBeInTheDocument();
});
