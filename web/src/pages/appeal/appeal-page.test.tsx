import {
  APPEAL_FORM_TEXTS,
  DECISION_TEXTS,
  decisionTitle,
  APPEAL_PAGE_TEXTS as TEXTS,
} from '@rivalhold/shared/texts/decisions.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeDecision, OPEN_APPEAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AppealPage } from './appeal-page.tsx';

const PAGE = { me: null, route: '/appeal/$token', at: '/appeal/abc' };
const SUSPENSION = makeDecision({ id: 8, kind: 'suspension', scope: 'account', endsAt: null });
const MUTE = makeDecision();

it('lets a suspended player appeal once', async () => {
  answer('GET /api/appeals/{token}', { username: 'Bjorn', decisions: [SUSPENSION, MUTE] });
  answer('POST /api/appeals/{token}', { decision: { ...SUSPENSION, appeal: OPEN_APPEAL } });
  const { user } = await renderWithProviders(<AppealPage />, PAGE);
  expect(screen.getByText(TEXTS.loading)).toBeInTheDocument();
  expect(await screen.findByRole('heading', { level: 1, name: TEXTS.of('Bjorn') })).toBeInTheDocument();
  const appealOf = (decision: typeof MUTE) => ({
    name: DECISION_TEXTS.appealAgainst(decisionTitle(decision)),
  });
  await user.click(screen.getByRole('button', appealOf(SUSPENSION)));
  await user.type(screen.getByRole('textbox', { name: APPEAL_FORM_TEXTS.label }), 'My brother did it.');
  await user.click(screen.getByRole('button', { name: APPEAL_FORM_TEXTS.send }));
  expect(await screen.findByText(TEXTS.textUsed)).toBeInTheDocument();
  expect(calls('POST /api/appeals/{token}')).toMatchObject([
    { params: { token: 'abc' }, body: { decisionId: 8, text: 'My brother did it.' } },
  ]);
  expect(screen.getByText(DECISION_TEXTS.waiting)).toBeInTheDocument();
  expect(screen.queryByRole('button', appealOf(MUTE))).not.toBeInTheDocument();
});

it('explains an expired link', async () => {
  answer('GET /api/appeals/{token}', failure('invalidToken'));
  const view = await renderWithProviders(<AppealPage />, PAGE);
  expect(await screen.findByText(TEXTS.expired)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: TEXTS.toLogin })).toHaveAttribute('href', '/');
  view.unmount();
  answer('GET /api/appeals/{token}', failure('tooOften'));
  const { user } = await renderWithProviders(<AppealPage />, { ...PAGE, at: '/appeal/def' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer('GET /api/appeals/{token}', { username: 'Bjorn', decisions: [SUSPENSION] });
  await user.click(retry);
  expect(await screen.findByText(decisionTitle(SUSPENSION))).toBeInTheDocument();
});
