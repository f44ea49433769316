import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { EXPORT_TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { RequestDialog } from './components/request-dialog.tsx';
import { YourData } from './components/your-data.tsx';

const none: DataExport = { state: 'none', url: null, bytes: null, requestedAt: null, expiresAt: null };

it('requests an export once, and shows that it is being prepared', async () => {
  answer('GET /api/users/me/export', none);
  const reply = Promise.withResolvers<DataExport>();
  answer('POST /api/users/me/export', () => reply.promise);
  const { user } = await renderWithProviders(<YourData />);
  await user.click(await screen.findByRole('button', { name: EXPORT_TEXTS.ask }));
  await user.type(await screen.findByLabelText(EXPORT_TEXTS.password), 'secret-password');
  const dialog = within(screen.getByRole('dialog', { name: EXPORT_TEXTS.dialogTitle }));
  await user.dblClick(dialog.getByRole('button', { name: EXPORT_TEXTS.ask }));
  reply.resolve({ ...none, state: 'pending', requestedAt: minutesAgo(0) });
  expect(await screen.findByText(EXPORT_TEXTS.pending)).toBeInTheDocument();
  expect(calls('POST /api/users/me/export').map(({ body }) => body)).toEqual([
    { password: 'secret-password' },
  ]);
});

it('reports a wrong password', async () => {
  answer('POST /api/users/me/export', failure('invalid', '', { password: EXPORT_TEXTS.wrongPassword }));
  const { user } = await renderWithProviders(
    <RequestDialog open onClose={() => {}} onRequested={() => {}} />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: EXPORT_TEXTS.dialogTitle }));
  await user.click(dialog.getByRole('button', { name: EXPORT_TEXTS.ask }));
  expect(await dialog.findByText(EXPORT_TEXTS.passwordMissing)).toBeInTheDocument();
  await user.type(dialog.getByLabelText(EXPORT_TEXTS.password), 'a guess{Enter}');
  expect(await dialog.findByText(EXPORT_TEXTS.wrongPassword)).toBeInTheDocument();
  expect(calls('POST /api/users/me/export')).toHaveLength(1);
});

it('offers a finished export for download', async () => {
  answer('GET /api/users/me/export', {
    state: 'ready',
    url: '/api/export.zip',
    bytes: 2_000,
    requestedAt: minutesAgo(5),
    expiresAt: minutesAgo(-5_000),
  });
  await renderWithProviders(<YourData />);
  expect(await screen.findByRole('link', { name: EXPORT_TEXTS.download })).toHaveAttribute(
    'href',
    '/api/export.zip',
  );
  expect(screen.queryByRole('button', { name: EXPORT_TEXTS.askAgain })).not.toBeInTheDocument();
});

it('offers a retry if the state of the export cannot be loaded', async () => {
  answer('GET /api/users/me/export', failure('forbidden'));
  const { user } = await renderWithProviders(<YourData />);
  expect(await screen.findByText(EXPORT_TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/users/me/export', { ...none, state: 'failed' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(EXPORT_TEXTS.failed));
});
