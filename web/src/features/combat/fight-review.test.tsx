import { reviewFight } from '@rivalhold/shared/fights/review.ts';
import { FIGHT_REVIEW_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-review.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { startSparring } from '../practice/index.ts';
import { FightReview } from './components/fight-review.tsx';
import { makeRecord } from './fixtures.ts';

vi.mock(import('../practice/index.ts'), async (original) => ({
  ...(await original()),
  startSparring: vi.fn(),
}));

const exchange = (attacker: 'strike' | 'guard', defender: 'strike' | 'feint') =>
  ({
    kind: 'exchange',
    attacker: { move: attacker, itemId: null },
    defender: { move: defender, itemId: null },
  }) as const;
const record = makeRecord('Astrid', [exchange('strike', 'feint'), exchange('guard', 'feint')]);

const close = vi.fn();
beforeEach(() => {
  // jsdom has no workers, so answer in the same thread.
  vi.mocked(startSparring)
    .mockReset()
    .mockReturnValue({ ask: async (_kind, request) => reviewFight(request as never) as never, close });
});

const start = async (meId: number) => {
  const { user } = await renderWithProviders(<FightReview record={record} meId={meId} />);
  await user.click(screen.getByRole('button', { name: TEXTS.start }));
  await screen.findByRole('heading', { name: TEXTS.turningPoints });
  expect(screen.getByRole('heading', { name: TEXTS.title })).toHaveFocus();
  expect(screen.getByRole('log')).toHaveTextContent(TEXTS.running);
};

it('starts the review only on request', async () => {
  const { unmount } = await renderWithProviders(<FightReview record={record} meId={99} />);
  expect(startSparring).not.toHaveBeenCalled();
  unmount();
  await start(99);
  const chart = screen.getByRole('list', { name: TEXTS.chart('Astrid') });
  expect(within(chart).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText(new RegExp(TEXTS.wasRead('Astrid', 1, 2)))).toBeInTheDocument();
  expect(screen.getByText(new RegExp(TEXTS.wasRead('Bjorn', 1, 2)))).toBeInTheDocument();
  expect(close).toHaveBeenCalled();
});

it('shows a defender their own chances of winning', async () => {
  await start(record.defender.id);
  expect(screen.getByRole('list', { name: TEXTS.chart('Bjorn') })).toBeInTheDocument();
  expect(screen.getByText(new RegExp(TEXTS.youWereRead(1, 2)))).toBeInTheDocument();
});

it('offers a retry if the worker fails', async () => {
  vi.mocked(startSparring).mockReturnValueOnce({ ask: () => Promise.reject(new Error('gone')), close });
  const { user } = await renderWithProviders(<FightReview record={record} meId={ME.id} />);
  await user.click(screen.getByRole('button', { name: TEXTS.start }));
  expect(await screen.findByText(TEXTS.failed)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: TEXTS.turningPoints })).toBeInTheDocument();
});
