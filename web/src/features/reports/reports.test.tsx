import type { Report, ReportDetails } from '@rivalhold/shared/contract/reports.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { REPORT_OUTCOME_TEXTS, REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { MODERATOR, MYSELF, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import type { ReportAction } from './api.ts';
import { Notes } from './components/notes.tsx';
import { ReportPanel } from './components/report-panel.tsx';
import { type Outcome, ResolveForm } from './components/resolve-form.tsx';
import { ShortcutsLine } from './components/shortcuts-line.tsx';
import { StoredCopy } from './components/stored-copy.tsx';

const staff = { me: MODERATOR };
const report: Report = {
  id: 8,
  kind: 'post',
  subjectId: 40,
  reason: 'Spam or advertising',
  state: 'open',
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
};
const file = (fields: Partial<Report> = {}): ReportDetails => ({
  report: { ...report, ...fields },
  refusal: null,
  viewers: [],
  reportedAccount: null,
  reporterAccount: null,
  duplicates: [],
  notes: [],
  context: [],
  history: [],
  otherReports: [],
});
const position = { position: 1, count: '1', previous: null, next: null };
const panel = <ReportPanel id={8} position={position} onBack={() => undefined} />;
const button = (name: string) => screen.getByRole('button', { name });

it('explains why reported content is hidden', async () => {
  answer('GET /api/mod/reports/{id}', file({ hidden: true }));
  await renderWithProviders(panel, staff);
  expect(await screen.findByText(REPORT_QUEUE_TEXTS.hiddenText)).toBeInTheDocument();
});

it('claims a report once on a double click, and then offers to release it', async () => {
  answer('GET /api/mod/reports/{id}', file());
  const reply = Promise.withResolvers<ReportDetails>();
  answer('PATCH /api/mod/reports/{id}', () => reply.promise);
  const { user } = await renderWithProviders(panel, staff);
  await user.dblClick(await screen.findByRole('button', { name: REPORT_QUEUE_TEXTS.take }));
  const taken = file({ state: 'assigned', assignee: MYSELF });
  answer('GET /api/mod/reports/{id}', taken);
  reply.resolve(taken);
  expect(await screen.findByRole('button', { name: REPORT_QUEUE_TEXTS.giveBack })).toBeInTheDocument();
  expect(calls('PATCH /api/mod/reports/{id}').map(({ body }) => body.action)).toEqual(['claim']);
});

it('shows that another moderator has claimed the report first', async () => {
  answer('GET /api/mod/reports/{id}', file());
  answer('PATCH /api/mod/reports/{id}', () => {
    answer(
      'GET /api/mod/reports/{id}',
      file({ state: 'assigned', assignee: { ...RIVAL, id: 6, username: 'Dag' } }),
    );
    return failure('conflict', 'This report is assigned to Dag.');
  });
  const { user } = await renderWithProviders(panel, staff);
  await user.click(await screen.findByRole('button', { name: REPORT_QUEUE_TEXTS.take }));
  expect(await screen.findByText('This report is assigned to Dag.')).toBeInTheDocument();
  expect(await screen.findByText(REPORT_QUEUE_TEXTS.assignedTo('Dag'))).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: REPORT_QUEUE_TEXTS.resolve })).not.toBeInTheDocument();
});

it('shows an error for an unknown report', async () => {
  answer('GET /api/mod/reports/{id}', failure('notFound'));
  await renderWithProviders(panel, staff);
  expect(await screen.findByText(REPORT_QUEUE_TEXTS.notFound)).toBeInTheDocument();
});

function Resolve({ onResolve }: { onResolve: (action: ReportAction) => void }) {
  const [outcome, setOutcome] = useState<Outcome>('dismiss');
  const [text, setText] = useState('');
  return (
    <ResolveForm
      name="Bjorn"
      outcomes={['dismiss', 'delete', 'warn']}
      outcome={outcome}
      onOutcome={setOutcome}
      alsoDelete={false}
      onAlsoDelete={() => undefined}
      text={text}
      onText={setText}
      field={useRef(null)}
      onLeave={() => undefined}
      busy={false}
      failure={null}
      onResolve={onResolve}
    />
  );
}

it('requires a message to the player for a warning, and a confirmation for a deletion', async () => {
  const resolved: ReportAction[] = [];
  const { user } = await renderWithProviders(
    <Resolve onResolve={(action) => resolved.push(action)} />,
    staff,
  );
  await user.click(screen.getByRole('radio', { name: REPORT_OUTCOME_TEXTS.warn.action }));
  await user.click(button(REPORT_QUEUE_TEXTS.resolve));
  const field = screen.getByRole('textbox', { name: REPORT_QUEUE_TEXTS.playerMessage });
  expect(field).toHaveAccessibleDescription(REPORT_QUEUE_TEXTS.needed);
  await user.type(field, 'Stay civil{Control>}{Enter}{/Control}');
  await waitFor(() => expect(resolved).toEqual([{ action: 'resolve', outcome: 'warn', text: 'Stay civil' }]));
  await user.click(screen.getByRole('radio', { name: REPORT_OUTCOME_TEXTS.delete.action }));
  await user.click(button(REPORT_QUEUE_TEXTS.resolve));
  await screen.findByRole('dialog', { name: REPORT_QUEUE_TEXTS.questions.delete });
  await user.click(button('Cancel'));
  expect(resolved).toHaveLength(1);
});

function LoneNotes() {
  return <Notes id={8} notes={[]} field={useRef(null)} onLeave={() => undefined} />;
}

it('keeps the text in the field if adding a note fails', async () => {
  answer('PATCH /api/mod/reports/{id}', failure('unavailable', 'Busy.'));
  const { user } = await renderWithProviders(<LoneNotes />, staff);
  const field = screen.getByRole('textbox', { name: REPORT_QUEUE_TEXTS.note });
  await user.type(field, 'Third time{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('Busy.'));
  expect(field).toHaveValue('Third time');
  answer('PATCH /api/mod/reports/{id}', file());
  await user.click(button(REPORT_QUEUE_TEXTS.addNote));
  await waitFor(() => expect(field).toHaveValue(''));
});

it('lists the keyboard shortcuts, and lets staff turn the shortcuts off', async () => {
  const { user } = await renderWithProviders(<ShortcutsLine />, staff);
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: REPORT_QUEUE_TEXTS.keysTitle })).toBeInTheDocument();
  const keys = screen.getByLabelText(REPORT_QUEUE_TEXTS.keysOn);
  await user.click(keys);
  await user.keyboard('{Escape}');
  expect(await screen.findByText(REPORT_QUEUE_TEXTS.keysAreOff)).toBeInTheDocument();
});

it('shows a message instead of a stored video that the browser cannot show', async () => {
  const copy = { ...report.copy, media: [{ url: '/media/clips/1.mp4', kind: 'video' as const }] };
  await renderWithProviders(<StoredCopy copy={copy} isDeleted={false} />, staff);
  const video = screen.getByLabelText(REPORT_QUEUE_TEXTS.video(1));
  fireEvent(video, new Event('loadeddata'));
  expect(screen.getByText(MEDIA_TEXTS.noPicture)).toBeInTheDocument();
});
