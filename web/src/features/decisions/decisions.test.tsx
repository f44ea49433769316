import type { Decision } from '@rivalhold/shared/contract/decisions.ts';
import {
  APPEAL_OUTCOME_TEXTS,
  decisionTitle,
  DECISION_TEXTS as TEXTS,
} from '@rivalhold/shared/texts/decisions.ts';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeDecision, minutesAgo, OPEN_APPEAL } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DecisionCard } from './components/decision-card.tsx';

afterEach(() => void vi.useRealTimers());

const FORM = <button type="button">Appeal form</button>;
const card = (decision: Decision) => <DecisionCard decision={decision} form={FORM} />;
const form = () => screen.queryByRole('button', { name: 'Appeal form' });
const ANSWERED = { ...OPEN_APPEAL, answer: 'We looked at it again.', answeredAt: minutesAgo(5) };
const REMOVAL = makeDecision({ kind: 'removal', scope: 'photo', endsAt: null, excerpt: 'Buy now' });

it('shows without a reload that a mute has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await renderWithProviders(card(makeDecision({ endsAt: minutesAgo(-1), appealUntil: minutesAgo(-2) })));
  expect(screen.getByRole('heading', { name: 'You were muted' })).toBeInTheDocument();
  expect([screen.queryByText(TEXTS.active), form()]).not.toContain(null);
  await act(async () => vi.advanceTimersByTime(61_000));
  expect(screen.getByText(TEXTS.over)).toBeInTheDocument();
  expect(form()).toBeInTheDocument();
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(screen.getByText(TEXTS.tooLate)).toBeInTheDocument();
  expect(form()).not.toBeInTheDocument();
});

it('shows a permanent suspension as in effect', async () => {
  const suspension = makeDecision({ kind: 'suspension', scope: 'account', endsAt: null });
  const { rerender, container } = await renderWithProviders(card(suspension));
  for (const text of [decisionTitle(suspension), TEXTS.active, TEXTS.never])
    expect(screen.getByText(text)).toBeInTheDocument();
  await rerender(card({ ...suspension, endedAt: minutesAgo(5) }));
  expect(screen.getByText(TEXTS.over)).toBeInTheDocument();
  expect(container).toHaveTextContent(String(TEXTS.endedEarly('')[0]));
});

it('replaces the appeal form with the sent appeal', async () => {
  const { user, rerender } = await renderWithProviders(card(makeDecision()));
  await user.tab();
  expect(form()).toHaveFocus();
  await rerender(card(makeDecision({ appeal: OPEN_APPEAL })));
  expect(form()).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'You were muted' })).toHaveFocus();
  for (const text of ['It was a quote.', TEXTS.waiting]) expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByText(TEXTS.answer)).not.toBeInTheDocument();
});

it('shows the answer to an appeal', async () => {
  const lifted = { ...ANSWERED, outcome: 'lifted' as const };
  const restored = { ...REMOVAL, endedAt: minutesAgo(5), appeal: { ...lifted, restored: true } };
  const { rerender, container } = await renderWithProviders(card(restored));
  for (const text of ['Buy now', APPEAL_OUTCOME_TEXTS.lifted, ANSWERED.answer, TEXTS.restoredContent])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(container).toHaveTextContent(String(TEXTS.restored('')[0]));
  await rerender(card({ ...REMOVAL, appeal: { ...lifted, restored: false } }));
  expect(screen.getByText(TEXTS.notRestored)).toBeInTheDocument();
  expect(screen.queryByText(TEXTS.restoredContent)).not.toBeInTheDocument();
});

it('says that the only admin answered the appeal', async () => {
  const upheld = { ...ANSWERED, outcome: 'upheld' as const, bySoleAdmin: true };
  await renderWithProviders(card({ ...REMOVAL, appeal: upheld }));
  for (const text of [APPEAL_OUTCOME_TEXTS.upheld, TEXTS.bySoleAdmin, TEXTS.active])
    expect(screen.getByText(text)).toBeInTheDocument();
  for (const text of [TEXTS.restoredContent, TEXTS.notRestored])
    expect(screen.queryByText(text)).not.toBeInTheDocument();
});
