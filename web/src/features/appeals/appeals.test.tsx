import type { AppealCase as Case } from '@rivalhold/shared/contract/appeals.ts';
import type { Decision } from '@rivalhold/shared/contract/decisions.ts';
import { ANSWER_TEXTS, APPEAL_QUEUE_TEXTS as TEXTS } from '@rivalhold/shared/texts/appeal-queue.ts';
import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import {
  APPEAL_OUTCOME_TEXTS,
  DECISION_TEXTS,
  decisionTitle,
  APPEAL_FORM_TEXTS as FORM_TEXTS,
} from '@rivalhold/shared/texts/decisions.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MODERATOR, makeDecision, minutesAgo, OPEN_APPEAL, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { toLocalInput } from '../moderation/index.ts';
import { AppealCase } from './components/appeal-case.tsx';
import { AppealForm } from './components/appeal-form.tsx';

afterEach(() => void vi.useRealTimers());

const MUTE = makeDecision();
const opener = () => screen.getByRole('button', { name: DECISION_TEXTS.appealAgainst(decisionTitle(MUTE)) });
const field = () => screen.getByRole('textbox', { name: FORM_TEXTS.label });
const send = () => screen.getByRole('button', { name: FORM_TEXTS.send });

/** Render the appeal form. Return the appeals that it sends and the decisions that it receives. */
async function renderForm(respond: () => Promise<Decision>) {
  const sent: { text: string; key: string }[] = [];
  const received: Decision[] = [];
  const { user } = await renderWithProviders(
    <AppealForm
      decision={MUTE}
      send={(text, key) => {
        sent.push({ text, key });
        return respond();
      }}
      onSent={(decision) => received.push(decision)}
    />,
  );
  return { user, sent, received };
}

it('focuses the text field when the appeal form opens', async () => {
  const { user, sent } = await renderForm(async () => MUTE);
  await user.tab();
  expect(opener()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(field()).toHaveFocus();
  await user.type(field(), 'A quote');
  await user.click(screen.getByRole('button', { name: FORM_TEXTS.cancel }));
  expect(opener()).toHaveFocus();
  await user.click(opener());
  expect(field()).toHaveValue('A quote');
  expect(sent).toEqual([]);
});

it('sends an appeal once, even after a double click', async () => {
  const reply = Promise.withResolvers<Decision>();
  const appealed = { ...MUTE, appeal: OPEN_APPEAL };
  const { user, sent, received } = await renderForm(() => reply.promise);
  await user.click(opener());
  await user.type(field(), ' A quote ');
  await user.dblClick(send());
  expect(send()).toHaveAttribute('aria-busy', 'true');
  await user.type(field(), '{Control>}{Enter}{/Control}');
  reply.resolve(appealed);
  await waitFor(() => expect(received).toEqual([appealed]));
  expect(sent.map(({ text }) => text)).toEqual(['A quote']);
  expect(await screen.findByText(FORM_TEXTS.sent)).toBeInTheDocument();
});

it('does not send an appeal that is empty or too long', async () => {
  const { user, sent } = await renderForm(async () => MUTE);
  await user.click(opener());
  await user.type(field(), '  ');
  await user.click(send());
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(APPEAL_ERRORS.textMissing));
  fireEvent.change(field(), { target: { value: 'x'.repeat(2_001) } });
  expect(screen.queryByText(APPEAL_ERRORS.textMissing)).not.toBeInTheDocument();
  await user.click(send());
  expect(field()).toHaveAccessibleDescription(expect.stringContaining(APPEAL_ERRORS.textLong));
  expect(sent).toEqual([]);
});

it('keeps the text of an appeal that could not be sent', async () => {
  let fails = true;
  const { user, sent, received } = await renderForm(async () => {
    if (fails) throw new TypeError('No connection');
    return MUTE;
  });
  await user.click(opener());
  await user.type(field(), 'A quote{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field()).toBeInvalid());
  expect(field()).toHaveValue('A quote');
  fails = false;
  await user.click(send());
  await waitFor(() => expect(received).toEqual([MUTE]));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

const makeCase = (fields: Partial<Case> = {}, decision: Partial<Decision> = {}): Case => ({
  id: 7,
  decision: makeDecision({ appeal: OPEN_APPEAL, ...decision }),
  player: RIVAL,
  decidedBy: 'Cato',
  answeredBy: null,
  refusal: null,
  asSoleAdmin: false,
  ...fields,
});
const renderCase = (entry: Case) => renderWithProviders(<AppealCase entry={entry} />, { me: MODERATOR });
const message = () => screen.getByRole('textbox', { name: TEXTS.answer });
const sendAnswer = () => screen.getByRole('button', { name: TEXTS.send });
const outcome = (name: keyof typeof ANSWER_TEXTS) =>
  screen.queryByRole('radio', { name: ANSWER_TEXTS[name].action });
const ANSWER = 'POST /api/mod/appeals/{id}';

it('sends the answer to an appeal once, even after a double click', async () => {
  const reply = Promise.withResolvers<Case>();
  answer(ANSWER, () => reply.promise);
  const { user } = await renderCase(makeCase());
  expect(outcome('upheld')).toBeChecked();
  await user.type(message(), ' It stays. ');
  await user.dblClick(sendAnswer());
  await user.type(message(), '{Control>}{Enter}{/Control}');
  expect(sendAnswer()).toHaveAttribute('aria-busy', 'true');
  reply.resolve(makeCase());
  expect(await screen.findByText(TEXTS.sent('upheld', RIVAL.username))).toBeInTheDocument();
  expect(calls(ANSWER).map(({ body }) => body)).toEqual([
    { outcome: 'upheld', answer: 'It stays.', until: null },
  ]);
});

it('accepts a new end time for a mute only between now and the current end time', async () => {
  answer(ANSWER, makeCase());
  const { user } = await renderCase(makeCase());
  await user.click(outcome('changed') as HTMLElement);
  await user.type(message(), 'Shorter.');
  const until = screen.getByLabelText(TEXTS.until);
  for (const minutes of [-120, 5]) {
    fireEvent.change(until, { target: { value: toLocalInput(Date.parse(minutesAgo(minutes))) } });
    expect(screen.queryByText(TEXTS.untilNeeded)).not.toBeInTheDocument();
    await user.click(sendAnswer());
    expect(until).toHaveAccessibleDescription(expect.stringContaining(TEXTS.untilNeeded));
  }
  expect(calls(ANSWER)).toEqual([]);
  const earlier = toLocalInput(Date.parse(minutesAgo(-30)));
  fireEvent.change(until, { target: { value: earlier } });
  await user.click(sendAnswer());
  await waitFor(() =>
    expect(calls(ANSWER).map(({ body }) => body)).toEqual([
      { outcome: 'changed', answer: 'Shorter.', until: new Date(earlier).toISOString() },
    ]),
  );
});

it('selects an outcome with the keyboard', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { user } = await renderCase(makeCase({}, { endsAt: minutesAgo(-1) }));
  await user.click(outcome('upheld') as HTMLElement);
  await user.keyboard('{ArrowDown}');
  expect(outcome('changed')).toBeChecked();
  expect(screen.getByText(ANSWER_TEXTS.changed.meaning)).toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  expect(outcome('lifted')).toBeChecked();
  await act(async () => vi.advanceTimersByTime(61_000));
  expect(outcome('changed')).not.toBeInTheDocument();
  expect(outcome('lifted')).toBeChecked();
});

it('rejects an answer whose message is missing or too long', async () => {
  answer(ANSWER, failure('conflict', APPEAL_ERRORS.alreadyAnswered));
  const { user } = await renderCase(makeCase());
  await user.click(sendAnswer());
  expect(message()).toHaveAccessibleDescription(expect.stringContaining(TEXTS.answerNeeded));
  fireEvent.change(message(), { target: { value: 'x'.repeat(501) } });
  expect(screen.queryByText(TEXTS.answerNeeded)).not.toBeInTheDocument();
  await user.click(sendAnswer());
  expect(message()).toHaveAccessibleDescription(expect.stringContaining(TEXTS.tooLong));
  expect(calls(ANSWER)).toEqual([]);
  fireEvent.change(message(), { target: { value: 'It stays.' } });
  await user.click(sendAnswer());
  await waitFor(() =>
    expect(message()).toHaveAccessibleDescription(expect.stringContaining(APPEAL_ERRORS.alreadyAnswered)),
  );
  expect(message()).toHaveValue('It stays.');
});

it('shows why the viewer cannot answer an open appeal, and shows the answer to a closed appeal', async () => {
  const refused = makeCase({ refusal: APPEAL_ERRORS.byAdmins, decidedBy: null });
  const { rerender } = await renderCase(refused);
  for (const text of [APPEAL_ERRORS.byAdmins, TEXTS.byOperator])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  const appeal = {
    ...OPEN_APPEAL,
    outcome: 'lifted' as const,
    answer: 'You were right.',
    answeredAt: minutesAgo(5),
    restored: false,
  };
  const answered = { kind: 'removal', scope: 'post', endsAt: null, appeal } as const;
  await rerender(<AppealCase entry={makeCase({ answeredBy: 'Dara' }, answered)} />);
  for (const text of [
    TEXTS.answeredBy(APPEAL_OUTCOME_TEXTS.lifted, 'Dara'),
    'You were right.',
    DECISION_TEXTS.notRestored,
  ])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('warns the only admin about an appeal against their own decision', async () => {
  await renderCase(makeCase({ asSoleAdmin: true }));
  expect(screen.getByText(TEXTS.asSoleAdmin)).toBeInTheDocument();
  expect(sendAnswer()).toBeInTheDocument();
});
