import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import { APPEAL_FORM_TEXTS, DECISION_TEXTS, decisionTitle } from '@rivalhold/shared/texts/decisions.ts';
import { RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, makeDecision, minutesAgo, OPEN_APPEAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { DecisionsPage } from './decisions-page.tsx';

const MUTE = makeDecision();
const opener = () => screen.findByRole('button', { name: DECISION_TEXTS.appealAgainst(decisionTitle(MUTE)) });
const field = () => screen.getByRole('textbox', { name: APPEAL_FORM_TEXTS.label });

it('shows a decision with its rule and reason, and sends an appeal', async () => {
  answer('GET /api/decisions', { items: [MUTE], nextCursor: null });
  answer('POST /api/decisions/{id}/appeal', { decision: { ...MUTE, appeal: OPEN_APPEAL } });
  const { user } = await renderWithProviders(<DecisionsPage />);
  await user.click(await opener());
  for (const text of [RULE_TEXTS.spam, 'Advertising', DECISION_TEXTS.active])
    expect(screen.getByText(text)).toBeInTheDocument();
  const send = screen.getByRole('button', { name: APPEAL_FORM_TEXTS.send });
  await user.click(send);
  expect(screen.getByText(APPEAL_ERRORS.textMissing)).toBeInTheDocument();
  expect(calls('POST /api/decisions/{id}/appeal')).toEqual([]);
  await user.type(field(), ' It was a quote. ');
  await user.click(send);
  expect(await screen.findByText(DECISION_TEXTS.waiting)).toBeInTheDocument();
  expect(calls('POST /api/decisions/{id}/appeal')).toMatchObject([
    { params: { id: '7' }, body: { text: 'It was a quote.' } },
  ]);
  expect(screen.queryByRole('button', { name: APPEAL_FORM_TEXTS.send })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: decisionTitle(MUTE) })).toHaveFocus();
});

it('keeps the text of an appeal that could not be sent, and retries it with the same key', async () => {
  answer('GET /api/decisions', { items: [MUTE], nextCursor: null });
  answer('POST /api/decisions/{id}/appeal', failure('conflict', APPEAL_ERRORS.tooLate));
  const { user } = await renderWithProviders(<DecisionsPage />);
  await user.click(await opener());
  await user.click(screen.getByRole('button', { name: APPEAL_FORM_TEXTS.cancel }));
  expect(await opener()).toHaveFocus();
  await user.click(await opener());
  await user.type(field(), 'A quote{Control>}{Enter}{/Control}');
  expect(await screen.findByText(APPEAL_ERRORS.tooLate)).toBeInTheDocument();
  expect(field()).toHaveValue('A quote');
  // The retry sends the same key: if the first response was lost, the server returns it again.
  await user.click(screen.getByRole('button', { name: APPEAL_FORM_TEXTS.send }));
  await waitFor(() => expect(calls('POST /api/decisions/{id}/appeal')).toHaveLength(2));
  const keys = calls('POST /api/decisions/{id}/appeal').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

it('shows the answer to an appeal when it arrives', async () => {
  const removal = makeDecision({
    kind: 'removal',
    scope: 'post',
    excerpt: 'Buy now',
    endsAt: null,
    appeal: OPEN_APPEAL,
  });
  answer('GET /api/decisions', { items: [removal], nextCursor: null });
  await renderWithProviders(<DecisionsPage />);
  await connect(ME.id);
  expect(await screen.findByText(DECISION_TEXTS.waiting)).toBeInTheDocument();
  expect(screen.getByText('Buy now')).toBeInTheDocument();
  const appeal = {
    ...OPEN_APPEAL,
    outcome: 'lifted' as const,
    answer: 'You were right.',
    answeredAt: minutesAgo(1),
    bySoleAdmin: true,
    restored: false,
  };
  answer('GET /api/decisions', { items: [{ ...removal, endedAt: minutesAgo(1), appeal }], nextCursor: null });
  await receive('decision:changed', {});
  expect(await screen.findByText('You were right.')).toBeInTheDocument();
  for (const text of [DECISION_TEXTS.notRestored, DECISION_TEXTS.bySoleAdmin, DECISION_TEXTS.over])
    expect(screen.getByText(text)).toBeInTheDocument();
});

it('offers no appeal after the deadline', async () => {
  const old = makeDecision({ endsAt: minutesAgo(30), appealUntil: minutesAgo(1), reason: '' });
  answer('GET /api/decisions', { items: [old], nextCursor: null });
  await renderWithProviders(<DecisionsPage />);
  const item = await screen.findByRole('listitem');
  for (const text of [DECISION_TEXTS.tooLate, DECISION_TEXTS.over, DECISION_TEXTS.noReason])
    expect(within(item).getByText(text)).toBeInTheDocument();
  expect(within(item).queryByRole('button')).not.toBeInTheDocument();
});

it('offers to load the decisions again after a failure, and shows an empty list', async () => {
  answer('GET /api/decisions', failure('forbidden'));
  const { user } = await renderWithProviders(<DecisionsPage />);
  expect(screen.getByText(DECISION_TEXTS.loading)).toBeInTheDocument();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer('GET /api/decisions', { items: [], nextCursor: null });
  await user.click(retry);
  await waitFor(() => expect(screen.getByText(DECISION_TEXTS.empty)).toBeInTheDocument());
});
