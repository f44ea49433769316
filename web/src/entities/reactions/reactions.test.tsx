import { REACTIONS, type Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_NAMES, REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ReactionButton } from './reaction-button.tsx';
import { ReactionPicker } from './reaction-picker.tsx';
import { type OwnReactionChange, useReaction } from './use-reaction.ts';

const [first, second] = REACTIONS as unknown as [Reaction, Reaction];
const last = REACTIONS.at(-1) as Reaction;
const emojiButton = (emoji: Reaction) => screen.getByRole('button', { name: REACTION_NAMES[emoji] });

it('moves between the emoji with arrow keys, with a single Tab stop', async () => {
  const picked: Reaction[] = [];
  const { user } = await renderWithProviders(
    <ReactionPicker own={[second]} onPick={(emoji) => picked.push(emoji)} />,
  );
  expect(emojiButton(second)).toHaveAttribute('aria-pressed', 'true');
  await user.tab();
  expect(emojiButton(first)).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(emojiButton(second)).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(emojiButton(last)).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(picked).toEqual([last]);
});

it('adds and removes a reaction, and starts a reply', async () => {
  const done: unknown[] = [];
  const { user } = await renderWithProviders(
    <ReactionButton
      name="Bjorn"
      reactions={[{ emoji: second, count: 2, reacted: true }]}
      onToggle={(emoji, reacted) => done.push([emoji, reacted])}
      onReply={() => done.push('reply')}
    />,
  );
  const open = () => user.click(screen.getByRole('button', { name: REACTION_TEXTS.actionsOf('Bjorn') }));
  for (const emoji of [first, second]) {
    await open();
    await user.click(await screen.findByRole('button', { name: REACTION_NAMES[emoji] }));
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeInTheDocument());
  }
  await open();
  await user.click(await screen.findByRole('button', { name: REACTION_TEXTS.reply }));
  expect(done).toEqual([[first, true], [second, false], 'reply']);
});

it.each([
  { presses: [true, false], failures: [true, true] },
  { presses: [true, false, true], failures: [true] },
  { presses: [true, false], failures: [false, true] },
  { presses: [true, false, true], failures: [] },
])('shows the state on the server after the presses $presses and the failures $failures', async (example) => {
  const failures = [...example.failures];
  let [shown, stored] = [false, false];
  const patchCache = ({ reacted }: OwnReactionChange) => {
    shown = reacted;
  };
  const save = async ({ reacted }: OwnReactionChange) => {
    await Promise.resolve();
    if (failures.shift()) throw new TypeError('Failed');
    stored = reacted;
  };
  const { result } = renderHook(() => useReaction({ scope: 'message-1', patchCache, save }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await act(async () => {
    for (const reacted of example.presses) result.current(first, reacted);
  });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(shown).toBe(stored);
});
