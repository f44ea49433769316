import type { AuditEntry } from '@rivalhold/shared/contract/audit.ts';
import type { StaffStop } from '@rivalhold/shared/contract/staff-actions.ts';
import { AUDIT_KIND_TEXTS, AUDIT_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { STAFF_ACTION_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { ADMIN, minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { stopsQuery } from './api.ts';
import { AuditFilterBar } from './components/audit-filter-bar.tsx';
import { AuditRow } from './components/audit-row.tsx';
import { StaffStops } from './components/staff-stops.tsx';
import { UndoForm } from './components/undo-form.tsx';

it('applies the filters only when the form is submitted or cleared', async () => {
  const applied: unknown[] = [];
  const { user } = await renderWithProviders(
    <AuditFilterBar
      filters={{ actor: '', target: '', kind: '' }}
      onApply={(filters) => applied.push(filters)}
    />,
    { me: ADMIN },
  );
  await user.type(screen.getByRole('textbox', { name: AUDIT_TEXTS.actor }), ' Bjorn ');
  await user.selectOptions(screen.getByRole('combobox'), AUDIT_KIND_TEXTS['mute.begin']);
  expect(applied).toEqual([]);
  await user.click(screen.getByRole('button', { name: AUDIT_TEXTS.apply }));
  expect(applied).toEqual([{ actor: 'Bjorn', target: '', kind: 'mute.begin' }]);
  await user.click(screen.getByRole('button', { name: AUDIT_TEXTS.clear }));
  expect(applied[1]).toEqual({ actor: '', target: '', kind: '' });
  expect(screen.getByRole('textbox', { name: AUDIT_TEXTS.actor })).toHaveValue('');
});

const ENTRY: AuditEntry = {
  id: 7,
  kind: 'post.delete',
  actorId: 3,
  actorName: 'Cato',
  targetId: 2,
  targetName: 'Bjorn',
  subject: 'post 12',
  before: 'Said',
  after: null,
  reason: null,
  restorable: true,
  createdAt: minutesAgo(5),
};

it('restores the deleted content of an entry, and shows why a restore failed', async () => {
  answer(
    'POST /api/admin/audit/{id}/restore',
    failure('conflict', 'First restore the content that this depends on, for example its post or photo.'),
  );
  const { user } = await renderWithProviders(<AuditRow entry={ENTRY} />, { me: ADMIN });
  await user.click(screen.getByRole('button', { name: TEXTS.restore }));
  expect(
    await screen.findByText('First restore the content that this depends on, for example its post or photo.'),
  ).toBeInTheDocument();
  answer('POST /api/admin/audit/{id}/restore', { message: '' });
  await user.click(screen.getByRole('button', { name: TEXTS.restore }));
  expect(await screen.findByText(TEXTS.restored)).toBeInTheDocument();
  expect(calls('POST /api/admin/audit/{id}/restore').map(({ params }) => params)).toEqual([
    { id: '7' },
    { id: '7' },
  ]);
});

it('offers no restore for an entry that cannot be restored', async () => {
  await renderWithProviders(<AuditRow entry={{ ...ENTRY, restorable: false }} />, { me: ADMIN });
  expect(screen.queryByRole('button', { name: TEXTS.restore })).not.toBeInTheDocument();
});

it('after a confirmation, undoes a staff member’s actions of the last hour', async () => {
  const undone = { content: 49, sanctions: 1, reports: 3, failed: 2, left: 0 };
  answer('POST /api/admin/undo', undone);
  const { user } = await renderWithProviders(<UndoForm actor={{ id: 3, name: 'Cato' }} />, { me: ADMIN });
  await user.selectOptions(screen.getByRole('combobox', { name: TEXTS.since }), TEXTS.sinceChoices.hour);
  await user.type(screen.getByLabelText(TEXTS.password), 'our password');
  await user.click(screen.getByRole('button', { name: TEXTS.undoSend }));
  await screen.findByRole('dialog', { name: TEXTS.undoBy('Cato') });
  expect(calls('POST /api/admin/undo')).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: TEXTS.undoSend }).at(-1) as HTMLElement);
  expect((await screen.findAllByText(TEXTS.undone(undone))).length).toBeGreaterThan(0);
  const body = calls('POST /api/admin/undo')[0]?.body as { actorId: number; since: string; password: string };
  expect(body).toMatchObject({ actorId: 3, password: 'our password' });
  expect(screen.getByLabelText(TEXTS.password)).toHaveValue('');
  expect(Math.abs(Date.parse(body.since) - Date.parse(minutesAgo(60)))).toBeLessThan(60_000);
});

it('continues an undo where the previous request stopped, unless the period has changed', async () => {
  const undone = { content: 300, sanctions: 0, reports: 0, failed: 0, left: 700 };
  answer('POST /api/admin/undo', undone);
  const { user } = await renderWithProviders(<UndoForm actor={{ id: 3, name: 'Cato' }} />, { me: ADMIN });
  await user.type(screen.getByLabelText(TEXTS.password), 'our password');
  const send = async (times: number) => {
    const undo = screen.getByRole('button', { name: TEXTS.undoSend });
    await user.click(undo);
    await screen.findByRole('dialog');
    await user.click(screen.getAllByRole('button', { name: TEXTS.undoSend }).at(-1) as HTMLElement);
    await waitFor(() => expect(calls('POST /api/admin/undo')).toHaveLength(times));
    expect((await screen.findAllByText(TEXTS.undone(undone))).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(undo).not.toHaveAttribute('aria-busy'));
  };
  await send(1);
  await send(2);
  await user.selectOptions(screen.getByRole('combobox', { name: TEXTS.since }), TEXTS.sinceChoices.hour);
  await send(3);
  const [first, second, third] = calls('POST /api/admin/undo').map(({ body }) => body as { left?: number });
  expect(first).not.toHaveProperty('left');
  expect(second).toEqual({ ...first, left: 700 });
  expect(third).not.toHaveProperty('left');
});

const STOP: StaffStop = {
  actorId: 3,
  actorName: 'Cato',
  budget: 'deletions',
  stoppedAt: minutesAgo(5),
  confirmation: 'password',
};

it('hides the list of stopped staff while it is empty', async () => {
  answer('GET /api/admin/staff-stops', []);
  await renderWithProviders(<StaffStops />, { me: ADMIN });
  await waitFor(() => expect(queryClient.getQueryData(stopsQuery.queryKey)).toEqual([]));
  expect(screen.queryByText(TEXTS.stopsTitle)).not.toBeInTheDocument();
});

it('requires the admin’s password to let a stopped staff member continue', async () => {
  answer('GET /api/admin/staff-stops', [STOP]);
  answer('POST /api/admin/staff-stops/{actorId}/{budget}/confirm', failure('invalid', 'Wrong password'));
  const { user } = await renderWithProviders(<StaffStops />, { me: ADMIN });
  const password = await screen.findByLabelText(TEXTS.password);
  expect(screen.queryByLabelText(TEXTS.code)).not.toBeInTheDocument();
  await user.type(password, 'a guess{Enter}');
  expect(await screen.findByText('Wrong password')).toBeInTheDocument();
  answer('POST /api/admin/staff-stops/{actorId}/{budget}/confirm', () => {
    answer('GET /api/admin/staff-stops', []);
    return { message: '' };
  });
  await user.click(screen.getByRole('button', { name: TEXTS.confirmOf('Cato', 'deletions') }));
  await waitFor(() => expect(screen.queryByLabelText(TEXTS.password)).not.toBeInTheDocument());
  expect(calls('POST /api/admin/staff-stops/{actorId}/{budget}/confirm').at(-1)).toMatchObject({
    params: { actorId: '3', budget: 'deletions' },
    body: { password: 'a guess' },
  });
});

it('asks for an emailed code only if the server requires it', async () => {
  answer('GET /api/admin/staff-stops', [
    { ...STOP, confirmation: 'passwordAndCode' },
    { ...STOP, budget: 'threads', confirmation: 'none' },
  ]);
  answer('POST /api/admin/staff-stops/{actorId}/{budget}/code', { message: '' });
  const { user } = await renderWithProviders(<StaffStops />, { me: ADMIN });
  expect(await screen.findByText(TEXTS.anotherAdmin)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.sendCode }));
  expect(await screen.findByText(TEXTS.codeSent)).toBeInTheDocument();
  expect(screen.getAllByLabelText(TEXTS.code)).toHaveLength(1);
});

it('reports that stopped staff could not be loaded', async () => {
  answer('GET /api/admin/staff-stops', failure('forbidden'));
  const { user } = await renderWithProviders(<StaffStops />, { me: ADMIN });
  expect(await screen.findByText(TEXTS.stopsFailed)).toBeInTheDocument();
  answer('GET /api/admin/staff-stops', []);
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  await waitFor(() => expect(screen.queryByText(TEXTS.stopsFailed)).not.toBeInTheDocument());
});
