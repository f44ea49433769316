import { REPORT_QUEUE_TEXTS, REPORT_STATE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MODERATOR, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ReportsPage } from './reports-page.tsx';

const report = (id: number) => ({
  id,
  kind: 'post' as const,
  subjectId: 40,
  reason: `Reason ${id}`,
  state: 'open' as const,
  outcome: null,
  reporter: { ...RIVAL, id: 5, username: 'Cato' },
  reported: RIVAL,
  reportCount: 1,
  hidden: false,
  assignee: null,
  resolvedBy: null,
  copy: { text: 'Buy now', media: [], link: null, createdAt: null },
  createdAt: minutesAgo(30),
  resolvedAt: null,
});

it('moves through the reports with keys, and shows reports in another state', async () => {
  answer('GET /api/mod/reports', ({ query }) => ({
    items: query.state === 'open' ? [report(1), report(2)] : [],
    nextCursor: null,
  }));
  answer('GET /api/mod/reports/{id}', failure('notFound'));
  const { user, path } = await renderWithProviders(<ReportsPage />, { me: MODERATOR, at: '/admin/reports' });
  await screen.findByRole('list', { name: REPORT_QUEUE_TEXTS.list });
  await user.keyboard('j');
  await waitFor(() => expect(path()).toBe('/admin/reports?report=1'));
  expect(await screen.findByText(REPORT_QUEUE_TEXTS.notFound)).toBeInTheDocument();
  await user.keyboard('j');
  await waitFor(() => expect(path()).toBe('/admin/reports?report=2'));
  await user.click(screen.getByRole('button', { name: REPORT_STATE_TEXTS.assigned }));
  expect(await screen.findByText(REPORT_QUEUE_TEXTS.empty.assigned)).toBeInTheDocument();
});
