import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { FEED_ERRORS, FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { HIDDEN_CONTENT_TEXTS } from '@rivalhold/shared/texts/hidden-content.ts';
import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { ME, MODERATOR, MYSELF, makePost, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { CommentComposer } from './components/comment-composer.tsx';
import { CommentRow } from './components/comment-row.tsx';
import { Feed } from './components/feed.tsx';
import { LikersDialog } from './components/likers-dialog.tsx';
import { PostActions } from './components/post-actions.tsx';
import { PostCard } from './components/post-card.tsx';
import { PostComments } from './components/post-comments.tsx';
import { useFeedEvents } from './realtime.ts';
import { useAddComment } from './use-post-comments.ts';

const comment = (id: number, text: string, author = RIVAL) => ({
  id,
  text,
  links: true,
  gifUrl: null,
  author,
  createdAt: minutesAgo(3),
});

afterEach(() => vi.restoreAllMocks());

/** The feed with its live updates. */
function LiveFeed() {
  useFeedEvents();
  return <Feed />;
}

const noActivity = () => answer('GET /api/activity', { items: [], nextCursor: null });
const articles = () => screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'));

it('shows posts, and a note at the end of the feed', async () => {
  noActivity();
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  const view = await renderWithProviders(<Feed />);
  expect(await screen.findByText('Hello from the forge')).toBeInTheDocument();
  expect(screen.getByText(FEED_TEXTS.end)).toBeInTheDocument();
  view.unmount();
});

it('shows the empty state of a feed without posts', async () => {
  noActivity();
  answer('GET /api/feed', { items: [], nextCursor: null });
  await renderWithProviders(<Feed />);
  expect(await screen.findByText(FEED_TEXTS.empty)).toBeInTheDocument();
});

it('offers a retry when posts cannot be loaded', async () => {
  noActivity();
  answer('GET /api/feed', failure('forbidden'));
  const { user } = await renderWithProviders(<Feed />);
  expect(await screen.findByText(FEED_TEXTS.postsFailed(403))).toBeInTheDocument();
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.retry }));
  expect(await screen.findByText('Hello from the forge')).toBeInTheDocument();
});

it('offers a retry when activity cannot be loaded', async () => {
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  answer('GET /api/activity', failure('forbidden'));
  const { user } = await renderWithProviders(<Feed />);
  expect(await screen.findByText(FEED_TEXTS.activityFailed(403))).toBeInTheDocument();
  expect(await screen.findByText('Hello from the forge')).toBeInTheDocument();
  noActivity();
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.retry }));
  await waitFor(() => expect(screen.queryByText(FEED_TEXTS.activityFailed(403))).not.toBeInTheDocument());
});

it('loads older posts on request, in order, and can repeat a request that failed', async () => {
  noActivity();
  const page = (first: number) =>
    Array.from({ length: LIMITS.feed.page }, (_, index) => {
      const id = first - index;
      return makePost({ id, text: `entry ${id}.`, createdAt: minutesAgo(100 - id) });
    });
  answer('GET /api/feed', { items: page(30), nextCursor: 'older' });
  const { user } = await renderWithProviders(<Feed />);
  await screen.findByText('entry 30.');
  answer('GET /api/feed', failure('forbidden'));
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(FEED_TEXTS.postsFailed(403))).toBeInTheDocument();
  answer('GET /api/feed', { items: page(30 - LIMITS.feed.page), nextCursor: null });
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.retry }));
  expect(await screen.findByText(FEED_TEXTS.end)).toBeInTheDocument();
  const entries = screen.getAllByText(/^entry \d+\.$/).map(({ textContent }) => textContent);
  expect(entries).toEqual(Array.from({ length: 2 * LIMITS.feed.page }, (_, index) => `entry ${30 - index}.`));
});

it('shows that a linked post does not exist', async () => {
  noActivity();
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  answer('GET /api/feed/{id}', failure('notFound'));
  await renderWithProviders(<Feed />, { at: '/dashboard#post-999' });
  expect(await screen.findByText(FEED_TEXTS.notFound)).toBeInTheDocument();
});

it('shows that the linked post was deleted, even if an older request still returns it', async () => {
  noActivity();
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  const linked = makePost({ id: 999, text: 'A linked post' });
  answer('GET /api/feed/{id}', { post: linked });
  await renderWithProviders(<LiveFeed />, { at: '/dashboard#post-999' });
  await connect(ME.id);
  expect(await screen.findByText('A linked post')).toBeInTheDocument();
  const older = Promise.withResolvers<{ post: typeof linked }>();
  answer('GET /api/feed/{id}', () => older.promise);
  void queryClient.refetchQueries({ queryKey: ['feed', 'post'] });
  await waitFor(() => expect(calls('GET /api/feed/{id}')).toHaveLength(2));
  answer('GET /api/feed/{id}', failure('notFound'));
  await receive('feed:deleted', { id: 999 });
  older.resolve({ post: linked });
  await waitFor(() => expect(calls('GET /api/feed/{id}')).toHaveLength(3));
  expect(await screen.findByText(FEED_TEXTS.notFound)).toBeInTheDocument();
  expect(screen.queryByText('A linked post')).not.toBeInTheDocument();
});

it('detects that the linked post was deleted before the connection opened', async () => {
  noActivity();
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  answer('GET /api/feed/{id}', { post: makePost({ id: 999, text: 'A linked post' }) });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await renderWithProviders(<LiveFeed />, { at: '/dashboard#post-999' });
  expect(await screen.findByText('A linked post')).toBeInTheDocument();
  answer('GET /api/feed/{id}', failure('notFound'));
  await connect(ME.id);
  expect(await screen.findByText(FEED_TEXTS.notFound)).toBeInTheDocument();
});

it('shows the linked post above the feed if the loaded part of the feed contains only activity', async () => {
  const items = [1, 2].map((id) => ({
    id: 1_000 - id,
    type: 'level_up',
    owner: RIVAL,
    actor: null,
    metadata: { level: 5, xp: null, coins: null, fightId: null },
    createdAt: minutesAgo(id),
  }));
  answer('GET /api/activity', { items, nextCursor: 'older' });
  answer('GET /api/feed', { items: [makePost({ createdAt: minutesAgo(60) })], nextCursor: null });
  await renderWithProviders(<Feed />, { at: '/dashboard#post-40' });
  const linked = await screen.findByRole('region', { name: FEED_TEXTS.pinned });
  expect(within(linked).getByText('Hello from the forge')).toBeInTheDocument();
});

it('buffers new posts behind a button', async () => {
  noActivity();
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  const { user } = await renderWithProviders(<LiveFeed />);
  await screen.findByText('Hello from the forge');
  await connect(ME.id);
  const news = makePost({ id: 41, text: 'Breaking', author: { ...RIVAL, id: 3, username: 'Cato' } });
  await receive('feed:newPost', news);
  await receive('feed:newPost', news);
  expect(screen.queryByText('Breaking')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: FEED_TEXTS.newItems(1, 0) }));
  expect(articles()).toEqual([FEED_TEXTS.by('Cato'), FEED_TEXTS.by('Bjorn')]);
  await receive('feed:deleted', { id: 41 });
  await waitFor(() => expect(screen.queryByText('Breaking')).not.toBeInTheDocument());
});

/** Connect, and wait until the feed has been loaded again. `Math.random` returns 0, so that the load is not delayed. */
async function connectAndCatchUp(): Promise<void> {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await connect(ME.id);
  await waitFor(() => expect(calls('GET /api/feed')).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

it('replaces the actions on a hidden post with a note to its author', async () => {
  noActivity();
  answer('GET /api/feed', { items: [makePost({ id: 40, author: MYSELF })], nextCursor: null });
  await renderWithProviders(<LiveFeed />);
  await screen.findByText('Hello from the forge');
  await connectAndCatchUp();
  await receive('feed:hidden', { id: 40, hidden: true });
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.own('post'))).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: FEED_TEXTS.like(0) })).toBeNull();
  await receive('feed:hidden', { id: 40, hidden: false });
  expect(await screen.findByRole('button', { name: FEED_TEXTS.like(0) })).toBeInTheDocument();
  expect(screen.queryByText(HIDDEN_CONTENT_TEXTS.own('post'))).toBeNull();
});

it('shows an author that their comment is hidden', async () => {
  const post = makePost({
    commentsCount: 1,
    comments: [{ ...comment(9, 'Buy coins', MYSELF), hidden: true }],
  });
  await renderWithProviders(<PostCard post={post} highlighted={false} />);
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.own('comment'))).toBeInTheDocument();
});

it('reloads the previewed comments of a post when its number of comments falls', async () => {
  noActivity();
  const post = makePost({ id: 40, commentsCount: 1, comments: [comment(9, 'Buy coins', MYSELF)] });
  answer('GET /api/feed', { items: [post], nextCursor: null });
  await renderWithProviders(<LiveFeed />);
  await screen.findByText('Buy coins');
  await connectAndCatchUp();
  const hidden = { ...comment(9, 'Buy coins', MYSELF), hidden: true };
  answer('GET /api/feed/{id}', { post: { ...post, commentsCount: 0, comments: [hidden] } });
  await receive('feed:counts', { posts: [{ id: 40, likes: 0, commentsCount: 0 }] });
  await screen.findByText(HIDDEN_CONTENT_TEXTS.own('comment'));
  expect(calls('GET /api/feed/{id}')).toHaveLength(1);
  await receive('feed:counts', { posts: [{ id: 40, likes: 1, commentsCount: 1 }] });
  expect(calls('GET /api/feed/{id}')).toHaveLength(1);
});

it('links staff from a hidden post to the report queue', async () => {
  const post = makePost({ hidden: true });
  await renderWithProviders(<PostCard post={post} highlighted={false} />, { me: MODERATOR });
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.toStaff)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: HIDDEN_CONTENT_TEXTS.queue })).toHaveAttribute(
    'href',
    '/admin/reports',
  );
});

it('likes a post optimistically, and reverts the like if the request fails', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('POST /api/feed/{id}/like', () => reply.promise);
  const { user } = await renderWithProviders(
    <PostActions post={makePost({ id: 50 })} onComment={() => undefined} />,
  );
  const like = screen.getByRole('button', { pressed: false });
  await user.click(like);
  expect(like).toHaveAttribute('aria-pressed', 'true');
  expect(like).toHaveAccessibleName(FEED_TEXTS.like(1));
  reply.resolve(failure('tooOften'));
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'false'));
  expect(like).toHaveAccessibleName(FEED_TEXTS.like(0));
});

it('applies the last of several quick presses of the like button', async () => {
  const reply = Promise.withResolvers<{ liked: boolean; likesCount: number }>();
  answer('POST /api/feed/{id}/like', () => reply.promise);
  answer('DELETE /api/feed/{id}/like', { liked: false, likesCount: 0 });
  const { user } = await renderWithProviders(
    <PostActions post={makePost({ id: 51 })} onComment={() => undefined} />,
  );
  const like = screen.getByRole('button', { pressed: false });
  await user.click(like);
  await user.click(like);
  reply.resolve({ liked: true, likesCount: 1 });
  await waitFor(() => expect(calls('DELETE /api/feed/{id}/like')).toHaveLength(1));
  expect(like).toHaveAttribute('aria-pressed', 'false');
});

it('lists players who like a post', async () => {
  answer('GET /api/likes/{postId}/likers', { total: 3, users: [RIVAL] });
  await renderWithProviders(<LikersDialog postId={40} open onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog', { name: FEED_TEXTS.likersTitle });
  expect(await within(dialog).findByRole('link', { name: 'Bjorn' })).toBeInTheDocument();
  expect(within(dialog).getByText(FEED_TEXTS.likersMore(2))).toBeInTheDocument();
});

it('offers a retry when the likers cannot be loaded', async () => {
  answer('GET /api/likes/{postId}/likers', failure('notFound'));
  const { user } = await renderWithProviders(<LikersDialog postId={40} open onClose={() => undefined} />);
  await screen.findByText(FEED_TEXTS.likersFailed);
  answer('GET /api/likes/{postId}/likers', { total: 0, users: [] });
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(FEED_TEXTS.likersEmpty)).toBeInTheDocument();
});

it('deletes the player’s own post once, after a confirmation', async () => {
  answer('DELETE /api/feed/{id}', { deleted: 'post' });
  const { user } = await renderWithProviders(
    <PostCard post={makePost({ author: MYSELF })} highlighted={false} />,
  );
  const remove = screen.getByRole('button', { name: FEED_TEXTS.deletePost(ME.username) });
  await user.click(remove);
  const dialog = await screen.findByRole('dialog', { name: FEED_TEXTS.deleteTitle });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(calls('DELETE /api/feed/{id}')).toEqual([]);
  await user.click(remove);
  await user.click(await screen.findByRole('button', { name: FEED_TEXTS.delete }));
  await waitFor(() => expect(calls('DELETE /api/feed/{id}')).toHaveLength(1));
  expect(await screen.findByText(FEED_TEXTS.deleted)).toBeInTheDocument();
});

it('asks staff for a reason before another player’s post is deleted, and says how it can be restored', async () => {
  answer('DELETE /api/feed/{id}', { deleted: 'post' });
  const { user } = await renderWithProviders(<PostCard post={makePost()} highlighted={false} />, {
    me: MODERATOR,
  });
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.deletePost(RIVAL.username) }));
  expect(await screen.findByText(FEED_TEXTS.deleteAsStaffText)).toBeInTheDocument();
  await user.selectOptions(await screen.findByLabelText(REASON_FIELD_TEXTS.rule), RULE_TEXTS.spam);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.delete }));
  await waitFor(() =>
    expect(calls('DELETE /api/feed/{id}').map(({ body }) => body)).toEqual([{ rule: 'spam', reason: '' }]),
  );
});

it('shows why a post cannot be deleted', async () => {
  answer('DELETE /api/feed/{id}', failure('forbidden', 'Not yours.'));
  const { user } = await renderWithProviders(
    <PostCard post={makePost({ author: MYSELF })} highlighted={false} />,
  );
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.deletePost(ME.username) }));
  await user.click(await screen.findByRole('button', { name: FEED_TEXTS.delete }));
  expect(await screen.findByText('Not yours.')).toBeInTheDocument();
});

it('opens and focuses the comment field', async () => {
  const { user } = await renderWithProviders(<PostCard post={makePost()} highlighted={false} />);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.comment }));
  expect(screen.getByRole('textbox', { name: FEED_TEXTS.writeComment })).toHaveFocus();
  expect(screen.queryByRole('button', { name: FEED_TEXTS.deletePost('Bjorn') })).not.toBeInTheDocument();
});

function Comments({ post = makePost() }) {
  return <PostComments post={post} me={ME} writing field={useRef(null)} />;
}

it('announces a comment once it is stored', async () => {
  const reply = Promise.withResolvers<{ comment: ReturnType<typeof comment>; commentsCount: number }>();
  answer('POST /api/feed/{id}/comments', () => reply.promise);
  const { user } = await renderWithProviders(<Comments />);
  const field = screen.getByRole('textbox', { name: FEED_TEXTS.writeComment });
  await user.type(field, 'Well struck{Control>}{Enter}{Enter}{/Control}');
  expect(field).toHaveValue('');
  expect(screen.getByText('Well struck')).toBeInTheDocument();
  reply.resolve({ comment: comment(9, 'Well struck', MYSELF), commentsCount: 1 });
  expect(await screen.findByText(COMMENT_TEXTS.posted)).toBeInTheDocument();
  expect(calls('POST /api/feed/{id}/comments').map(({ body }) => body)).toEqual([
    { body: 'Well struck', gifUrl: null },
  ]);
});

it('restores a failed comment to its field', async () => {
  answer('POST /api/feed/{id}/comments', failure('tooOften', 'Too fast.'));
  const { user } = await renderWithProviders(<Comments post={makePost({ id: 60 })} />);
  const field = screen.getByRole('textbox', { name: FEED_TEXTS.writeComment });
  await user.type(field, 'Well struck');
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.sendComment }));
  await waitFor(() => expect(field).toHaveAccessibleDescription('Too fast.'));
  expect(field).toHaveValue('Well struck');
});

it('shows all comments on request, the oldest first', async () => {
  answer('GET /api/feed/{id}/comments', {
    comments: [comment(3, 'third'), comment(2, 'second'), comment(1, 'first')],
    nextCursor: null,
  });
  const post = makePost({ id: 61, commentsCount: 3, comments: [comment(2, 'second'), comment(3, 'third')] });
  const { user } = await renderWithProviders(<Comments post={post} />);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.viewAll(3) }));
  expect(await screen.findByText('first')).toBeInTheDocument();
  const comments = screen.getByRole('group', { name: FEED_TEXTS.commentsOn('Bjorn') });
  expect(
    within(comments)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second'),
    expect.stringContaining('third'),
  ]);
});

it('deletes the player’s own comment after a confirmation', async () => {
  answer('DELETE /api/feed/{id}/comments/{commentId}', { deleted: 'comment', commentsCount: 0 });
  const post = makePost({ id: 62, commentsCount: 1, comments: [comment(5, 'mine', MYSELF)] });
  const { user } = await renderWithProviders(<Comments post={post} />);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.deleteComment(ME.username) }));
  await user.click(await screen.findByRole('button', { name: FEED_TEXTS.delete }));
  await waitFor(() =>
    expect(calls('DELETE /api/feed/{id}/comments/{commentId}')[0]?.params).toEqual({
      id: '62',
      commentId: '5',
    }),
  );
});

function LoneComposer() {
  const adding = useAddComment(1, () => undefined);
  return (
    <CommentComposer
      draft={{ text: '', gif: null }}
      write={() => undefined}
      adding={adding}
      field={useRef(null)}
    />
  );
}

it('rejects an empty comment with an error at its field', async () => {
  const { user } = await renderWithProviders(<LoneComposer />);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.sendComment }));
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(FEED_ERRORS.commentEmpty);
});

it('shows staff that a comment is hidden, and offers them no report button', async () => {
  const row = (hidden: boolean) => (
    <CommentRow comment={{ ...comment(5, 'theirs'), hidden }} busy={false} onRemove={null} />
  );
  const { rerender } = await renderWithProviders(row(false));
  expect(screen.getByRole('button', { name: new RegExp(RIVAL.username) })).toBeInTheDocument();
  await rerender(row(true));
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.toStaff)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: new RegExp(RIVAL.username) })).not.toBeInTheDocument();
});
