import { AUDIT_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN } from '../../testing/fixtures.ts';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AuditPage } from './audit-page.tsx';

it('filters the log, and stores the filter in the URL', async () => {
  answer('GET /api/admin/audit', { items: [], nextCursor: null });
  const { user, path } = await renderWithProviders(<AuditPage />, { me: ADMIN, at: '/admin/audit' });
  expect(await screen.findByText(AUDIT_TEXTS.empty)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: AUDIT_TEXTS.actor }), 'Bjorn{Enter}');
  expect(await screen.findByText(AUDIT_TEXTS.emptyFiltered)).toBeInTheDocument();
  expect(path()).toBe('/admin/audit?actor=Bjorn');
  await waitFor(() => expect(calls('GET /api/admin/audit').at(-1)?.query.actor).toBe('Bjorn'));
});
