import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { ME, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { InterruptingDialog } from '../../ui/interrupting-dialog.tsx';
import { PoolHost } from './components/pool-host.tsx';
import { usePoolEvents } from './realtime.ts';

function LiveHost() {
  usePoolEvents(ME.id);
  return (
    <>
      <input aria-label="A text" />
      <PoolHost />
    </>
  );
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const makePool = (over: Partial<PoolState> = {}): PoolState => ({
  ...{ status: 'idle', since: null, answerUntil: null, accepted: false },
  ...{ pausedUntil: null, opponentId: null, rating: 1500, provisional: false },
  ...over,
});
const found = () =>
  makePool({ status: 'found', since: inMs(-5_000), answerUntil: inMs(LIMITS.ranked.answerMs) });
const open = async (at = '/store') => {
  answer('GET /api/ranked/pool', makePool({ status: 'waiting', since: inMs(-5_000) }));
  const rendered = await renderWithProviders(<LiveHost />, { at, route: '$' });
  await connect(ME.id);
  return rendered;
};

it('asks a player on another page to accept a found fight, and opens the fight', async () => {
  const { user, path } = await open();
  const state = found();
  await receive('ranked:changed', state);
  answer('POST /api/ranked/pool/accept', { ...state, accepted: true });
  await user.click(await screen.findByRole('button', { name: TEXTS.accept }));
  expect(calls('POST /api/ranked/pool/accept')).toHaveLength(1);
  answer('GET /api/combat/open', [
    {
      ...{ id: 9, opponent: { ...RIVAL, level: 2, avatarUrl: null }, isAttacker: true, unseen: false },
      ...{ challengeExpiresAt: null, isRematch: false, lastAt: inMs(0) },
    },
  ]);
  await receive('ranked:changed', makePool({ status: 'fighting', opponentId: RIVAL.id }));
  await waitFor(() => expect(path()).toBe(`/fight/${RIVAL.id}`));
});

it('declines a found fight when the dialog is closed', async () => {
  const { user } = await open();
  await receive('ranked:changed', found());
  await screen.findByRole('dialog', { name: TEXTS.found });
  answer('DELETE /api/ranked/pool', failure('conflict', TEXTS.tooLate));
  await user.keyboard('{Escape}');
  expect(await screen.findByText(TEXTS.tooLate)).toBeInTheDocument();
  answer('DELETE /api/ranked/pool', makePool());
  await user.click(screen.getByRole('button', { name: TEXTS.decline }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('removes the error of a rejected answer when the read-only mode begins', async () => {
  const { user } = await open();
  await receive('ranked:changed', found());
  answer('POST /api/ranked/pool/accept', failure('readOnly', 'Not now.'));
  await user.click(await screen.findByRole('button', { name: TEXTS.accept }));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
  await waitFor(() => expect(screen.queryByText('Not now.')).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: TEXTS.found })).toBeInTheDocument();
  await act(async () => readOnlyNotice.set(null));
});

it('opens no dialog on /ranked', async () => {
  await open('/ranked');
  await receive('ranked:changed', found());
  expect(await screen.findByText(`${TEXTS.found}. ${TEXTS.foundText}`)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('opens the dialog without taking the focus from a player who is typing', async () => {
  const { user } = await open();
  const field = screen.getByRole('textbox', { name: 'A text' });
  await user.type(field, 'half a thou');
  await receive('ranked:changed', found());
  await screen.findByRole('dialog', { name: TEXTS.found });
  await user.keyboard('ght');
  expect(field).toHaveValue('half a thought');
});

it('shows the text, the answers and the error of an interrupting dialog, and closes it with Escape', async () => {
  let closed = 0;
  const { user } = await renderWithProviders(
    <InterruptingDialog
      open
      title="A question"
      announcement="A question. What now?"
      error="Try again"
      answers={<button type="button">Yes</button>}
      onClose={() => closed++}
    >
      What now?
    </InterruptingDialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'A question' });
  for (const text of ['What now?', 'Try again', 'Yes']) expect(dialog).toHaveTextContent(text);
  await user.keyboard('{Escape}');
  expect(closed).toBe(1);
});
