import type { AppealCase } from '@rivalhold/shared/contract/appeals.ts';
import {
  ANSWER_TEXTS,
  APPEAL_STATE_TEXTS,
  APPEAL_QUEUE_TEXTS as TEXTS,
} from '@rivalhold/shared/texts/appeal-queue.ts';
import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MODERATOR, makeDecision, minutesAgo, OPEN_APPEAL, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AppealsPage } from './appeals-page.tsx';

const entry = (id: number, fields: Partial<AppealCase> = {}): AppealCase => ({
  id,
  decision: makeDecision({ id, appeal: OPEN_APPEAL }),
  player: { ...RIVAL, id, username: `Player ${id}` },
  decidedBy: 'Cato',
  answeredBy: null,
  refusal: null,
  asSoleAdmin: false,
  ...fields,
});
const article = async (id: number) => {
  const name = TEXTS.decision(makeDecision(), `Player ${id}`);
  return (await screen.findByRole('heading', { name })).closest('article') as HTMLElement;
};
const PAGE = { me: MODERATOR, at: '/admin/appeals' };

it('answers an appeal with a message, and shows the next appeal', async () => {
  let open = [entry(7), entry(8)];
  answer('GET /api/mod/appeals', () => ({ items: open, nextCursor: null }));
  answer('POST /api/mod/appeals/{id}', ({ params }) => {
    open = [entry(8)];
    return entry(Number(params.id));
  });
  const { user } = await renderWithProviders(<AppealsPage />, PAGE);
  const first = within(await article(7));
  expect(first.getByText('It was a quote.')).toBeInTheDocument();
  expect(first.getByText(TEXTS.by('Cato'))).toBeInTheDocument();
  const send = first.getByRole('button', { name: TEXTS.send });
  await user.click(send);
  expect(first.getByText(TEXTS.answerNeeded)).toBeInTheDocument();
  await user.type(first.getByRole('textbox', { name: TEXTS.answer }), ' You were right. ');
  await user.click(first.getByRole('radio', { name: ANSWER_TEXTS.lifted.action }));
  expect(first.getByText(ANSWER_TEXTS.lifted.meaning)).toBeInTheDocument();
  await user.click(send);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(calls('POST /api/mod/appeals/{id}')).toMatchObject([
    { params: { id: '7' }, body: { outcome: 'lifted', answer: 'You were right.', until: null } },
  ]);
});

it('offers an earlier end for a mute but not for a removal', async () => {
  const removal = entry(8, {
    decision: makeDecision({ id: 8, kind: 'removal', scope: 'post', endsAt: null, appeal: OPEN_APPEAL }),
  });
  answer('GET /api/mod/appeals', { items: [entry(7), removal], nextCursor: null });
  answer('POST /api/mod/appeals/{id}', entry(7));
  const { user } = await renderWithProviders(<AppealsPage />, PAGE);
  const mute = within(await article(7));
  const removed = within((await screen.findAllByRole('article'))[1] as HTMLElement);
  expect(removed.queryByRole('radio', { name: ANSWER_TEXTS.changed.action })).not.toBeInTheDocument();
  await user.click(mute.getByRole('radio', { name: ANSWER_TEXTS.changed.action }));
  await user.type(mute.getByRole('textbox', { name: TEXTS.answer }), 'Shorter.');
  fireEvent.change(mute.getByLabelText(TEXTS.until), { target: { value: '2001-01-01T00:00' } });
  await user.click(mute.getByRole('button', { name: TEXTS.send }));
  expect(mute.getByText(TEXTS.untilNeeded)).toBeInTheDocument();
  expect(calls('POST /api/mod/appeals/{id}')).toEqual([]);
});

it('shows why the viewer cannot answer an appeal', async () => {
  const own = entry(7, { refusal: APPEAL_ERRORS.ownDecision });
  answer('GET /api/mod/appeals', { items: [own, entry(8, { asSoleAdmin: true })], nextCursor: null });
  await renderWithProviders(<AppealsPage />, PAGE);
  const refused = within(await article(7));
  expect(refused.getByText(APPEAL_ERRORS.ownDecision)).toBeInTheDocument();
  expect(refused.queryByRole('button', { name: TEXTS.send })).not.toBeInTheDocument();
  expect(within(await article(8)).getByText(TEXTS.asSoleAdmin)).toBeInTheDocument();
});

it('keeps the message if another staff member has already answered', async () => {
  answer('GET /api/mod/appeals', { items: [entry(7)], nextCursor: null });
  answer('POST /api/mod/appeals/{id}', failure('conflict', APPEAL_ERRORS.alreadyAnswered));
  const { user } = await renderWithProviders(<AppealsPage />, PAGE);
  const first = within(await article(7));
  const field = first.getByRole('textbox', { name: TEXTS.answer });
  await user.type(field, 'It stays.{Control>}{Enter}{/Control}');
  expect(await first.findByText(APPEAL_ERRORS.alreadyAnswered)).toBeInTheDocument();
  expect(field).toHaveValue('It stays.');
});

it('moves between appeals with keyboard shortcuts', async () => {
  const answered = entry(9, {
    answeredBy: 'Dara',
    decision: makeDecision({
      id: 9,
      appeal: { ...OPEN_APPEAL, outcome: 'upheld', answer: 'No.', answeredAt: minutesAgo(2) },
    }),
  });
  answer('GET /api/mod/appeals', ({ query }) => ({
    items: query.state === 'open' ? [entry(7), entry(8)] : [answered],
    nextCursor: null,
  }));
  const { user } = await renderWithProviders(<AppealsPage />, PAGE);
  const [first, second] = [await article(7), await article(8)];
  await user.keyboard('j');
  expect(first).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('j');
  expect(second).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('k');
  expect(first).toContainElement(document.activeElement as HTMLElement);
  await user.click(screen.getByRole('button', { name: TEXTS.keysOff }));
  await user.keyboard('j');
  expect(first).not.toContainElement(document.activeElement as HTMLElement);
  await user.click(screen.getByRole('button', { name: APPEAL_STATE_TEXTS.answered }));
  expect(await screen.findByText('Upheld by Dara')).toBeInTheDocument();
});

it('shows an empty queue, and offers to load it again after a failure', async () => {
  answer('GET /api/mod/appeals', failure('forbidden'));
  const { user } = await renderWithProviders(<AppealsPage />, PAGE);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer('GET /api/mod/appeals', { items: [], nextCursor: null });
  await user.click(retry);
  expect(await screen.findByText(TEXTS.empty.open)).toBeInTheDocument();
});
