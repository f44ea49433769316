import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { HIDDEN_CONTENT_TEXTS } from '@rivalhold/shared/texts/hidden-content.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ME, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, breakCsrf, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { CommentRow } from './components/comment-row.tsx';
import { CommentThread } from './components/comment-thread.tsx';
import { Composer } from './components/composer.tsx';

const comment = (id: number, body: string, userId = ME.id) => ({
  id,
  userId,
  username: userId === ME.id ? ME.username : RIVAL.username,
  avatarUrl: null,
  body,
  createdAt: minutesAgo(5),
});
const field = () => screen.getByRole('textbox', { name: COMMENT_TEXTS.label });
const post = () => screen.getByRole('button', { name: COMMENT_TEXTS.post });

beforeEach(() => answer('GET /api/profiles/{id}/status/comments', { comments: [], nextCursor: null }));

it('shows a comment while it is being posted, and posts it once', async () => {
  const reply = Promise.withResolvers<{ comment: ReturnType<typeof comment> }>();
  answer('POST /api/profiles/{id}/status/comments', () => reply.promise);
  const { user } = await renderWithProviders(<CommentThread profileId={2} />);
  expect(await screen.findByText(COMMENT_TEXTS.empty)).toBeInTheDocument();
  await user.type(field(), 'Fine armor');
  await user.dblClick(post());
  expect(field()).toHaveValue('');
  expect(await screen.findByText(COMMENT_TEXTS.posting)).toBeInTheDocument();
  reply.resolve({ comment: comment(4, 'Fine armor') });
  expect(await screen.findByText(COMMENT_TEXTS.posted)).toBeInTheDocument();
  expect(screen.getAllByText('Fine armor')).toHaveLength(1);
  expect(calls('POST /api/profiles/{id}/status/comments')).toHaveLength(1);
});

it('restores a failed comment to its field and shows the error', async () => {
  answer('POST /api/profiles/{id}/status/comments', failure('tooOften'));
  const { user } = await renderWithProviders(<Composer profileId={3} me={ME} />);
  await user.type(field(), 'Fine armor{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(COMMENT_TEXTS.postFailed(429)));
  expect(field()).toHaveValue('Fine armor');
});

it('does not post a comment without visible text', async () => {
  const { user } = await renderWithProviders(<Composer profileId={3} me={ME} />);
  await user.type(field(), '   {Control>}{Enter}{/Control}');
  expect(post()).toHaveAttribute('aria-disabled', 'true');
  expect(calls('POST /api/profiles/{id}/status/comments')).toEqual([]);
});

it('offers a retry when the comments cannot be loaded, and loads more comments on request', async () => {
  answer('GET /api/profiles/{id}/status/comments', failure('forbidden'));
  const { user } = await renderWithProviders(<CommentThread profileId={8} />);
  expect(await screen.findByText(COMMENT_TEXTS.loadFailed(403))).toBeInTheDocument();
  answer('GET /api/profiles/{id}/status/comments', ({ query }) =>
    query.cursor
      ? { comments: [comment(1, 'first')], nextCursor: null }
      : { comments: [comment(2, 'second')], nextCursor: 'next' },
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('second')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('first')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('shows an error if the CSRF token cannot be restored', async () => {
  const { user } = await renderWithProviders(<Composer profileId={3} me={ME} />);
  breakCsrf();
  await user.type(field(), 'Fine armor{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(SHELL_TEXTS.csrf));
  expect(field()).toHaveValue('Fine armor');
});

it('shows an author that their comment is hidden', async () => {
  const comments = [{ ...comment(4, 'mine'), hidden: true }];
  answer('GET /api/profiles/{id}/status/comments', { comments, nextCursor: null });
  await renderWithProviders(<CommentThread profileId={7} />);
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.own('profileComment'))).toBeInTheDocument();
});

it('lets players delete only their own comments', async () => {
  answer('GET /api/profiles/{id}/status/comments', {
    comments: [comment(4, 'mine'), comment(3, 'theirs', RIVAL.id)],
    nextCursor: null,
  });
  answer('DELETE /api/profiles/{id}/status/comments/{commentId}', failure('forbidden'));
  const { user } = await renderWithProviders(<CommentThread profileId={2} />);
  await screen.findByText('mine');
  expect(screen.queryByRole('button', { name: COMMENT_TEXTS.remove('Bjorn') })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: COMMENT_TEXTS.remove(ME.username) }));
  await user.click(await screen.findByRole('button', { name: COMMENT_TEXTS.removeConfirm }));
  expect(await screen.findByText(COMMENT_TEXTS.deleteFailed(403))).toBeInTheDocument();
  expect(await screen.findByText('mine')).toBeInTheDocument();
});

it('shows staff that a comment is hidden', async () => {
  const theirs = comment(5, 'theirs', RIVAL.id);
  const { rerender } = await renderWithProviders(<CommentRow comment={theirs} />);
  expect(screen.getByRole('button', { name: new RegExp(RIVAL.username) })).toBeInTheDocument();
  await rerender(<CommentRow comment={{ ...theirs, hidden: true }} />);
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.toStaff)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: HIDDEN_CONTENT_TEXTS.queue })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: new RegExp(RIVAL.username) })).not.toBeInTheDocument();
});
