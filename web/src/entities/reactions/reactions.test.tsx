import { REACTIONS, type Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_NAMES, REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { ReactionButton } from './reaction-button.tsx';
import { ReactionPicker } from './reaction-picker.tsx';

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
