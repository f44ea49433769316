import type { ForumPost, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS, FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { HIDDEN_CONTENT_TEXTS } from '@rivalhold/shared/texts/hidden-content.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { ME, MODERATOR, MYSELF, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { CategoryChips } from './components/category-chips.tsx';
import { Composer, type ComposerHandle } from './components/composer.tsx';
import { EditBox } from './components/edit-box.tsx';
import { ForumBar } from './components/forum-bar.tsx';
import { NewThreadDialog } from './components/new-thread-dialog.tsx';
import { PostActions } from './components/post-actions.tsx';
import { PostBody } from './components/post-body.tsx';
import { PostCard } from './components/post-card.tsx';
import { DeletedBanner, ThreadHead } from './components/thread-head.tsx';
import { ThreadList } from './components/thread-list.tsx';
import { ThreadView } from './components/thread-view.tsx';

const forum = { route: '/player/forum', at: '/forum' };

const thread = (fields: Partial<ForumThread> = {}): ForumThread => ({
  id: 3,
  title: 'Best shield?',
  body: 'Which one',
  categoryId: 1,
  author: RIVAL,
  postCount: 1,
  createdAt: minutesAgo(50),
  updatedAt: minutesAgo(5),
  deletedAt: null,
  ...fields,
});

const post = (id: number, fields: Partial<ForumPost> = {}): ForumPost => ({
  id,
  threadId: 3,
  userId: RIVAL.id,
  body: `Post number ${id}`,
  links: true,
  images: [],
  position: id,
  likeCount: 0,
  liked: false,
  author: RIVAL,
  createdAt: minutesAgo(20),
  editedAt: null,
  ...fields,
});

const ownPost = (id: number, fields: Partial<ForumPost> = {}) =>
  post(id, { userId: ME.id, author: MYSELF, ...fields });

const CATEGORIES = [
  { id: 1, slug: 'steel', title: 'Steel', description: 'Weapons and armor', threadCount: 2 },
  { id: 2, slug: 'inn', title: 'Inn', description: 'Anything else', threadCount: 1 },
];

function answerThread(posts: ForumPost[], fields: object = {}) {
  answer('GET /api/forum-threads/{id}', {
    thread: thread(),
    posts,
    total: posts.length,
    page: 1,
    size: 20,
    ...fields,
  });
}

beforeEach(() => answer('GET /api/forum-categories', CATEGORIES));

function ReplyBox({ onReplied = () => undefined }: { onReplied?: (post: ForumPost) => void }) {
  const composer = useRef<ComposerHandle>(null);
  return (
    <>
      <Composer ref={composer} threadId={3} onReplied={onReplied} />
      <button type="button" onClick={() => composer.current?.quote(post(1))}>
        quote
      </button>
    </>
  );
}

const replyField = () => screen.getByRole('textbox', { name: FORUM_TEXTS.replyLabel });
const replyButton = () => screen.getByRole('button', { name: FORUM_TEXTS.reply });

it('sends a reply once on a double click and clears the field', async () => {
  const reply = Promise.withResolvers<{ post: ForumPost }>();
  answer('POST /api/forum-posts', () => reply.promise);
  const replied: number[] = [];
  const { user } = await renderWithProviders(<ReplyBox onReplied={({ id }) => replied.push(id)} />, forum);
  expect(replyButton()).toBeDisabled();
  await user.type(replyField(), 'Round ones');
  await user.dblClick(replyButton());
  await waitFor(() => expect(replyField()).toHaveAttribute('readonly'));
  reply.resolve({ post: ownPost(2) });
  await waitFor(() => expect(replyField()).toHaveValue(''));
  expect(calls('POST /api/forum-posts').map(({ body }) => body)).toEqual([
    { threadId: 3, body: 'Round ones' },
  ]);
  expect(replied).toEqual([2]);
});

it('replies with Ctrl+Enter and starts a new line with Enter', async () => {
  answer('POST /api/forum-posts', { post: ownPost(2) });
  const { user } = await renderWithProviders(<ReplyBox />, forum);
  await user.type(replyField(), 'one{Enter}two');
  expect(calls('POST /api/forum-posts')).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(calls('POST /api/forum-posts')[0]?.body.body).toBe('one\ntwo'));
});

it('keeps a failed reply and shows the error until the text changes', async () => {
  answer('POST /api/forum-posts', failure('tooOften', 'Too fast.'));
  const { user } = await renderWithProviders(<ReplyBox />, forum);
  await user.type(replyField(), 'Keep me');
  await user.click(replyButton());
  expect(await screen.findByText('Too fast.')).toBeInTheDocument();
  expect(replyField()).toHaveValue('Keep me');
  await user.type(replyField(), '!');
  expect(screen.queryByText('Too fast.')).not.toBeInTheDocument();
});

it('rejects a reply that is too long, and shows the error at its field', async () => {
  await renderWithProviders(<ReplyBox />, forum);
  fireEvent.change(replyField(), { target: { value: 'x'.repeat(LIMITS.forum.body + 1) } });
  expect(replyField()).toHaveAccessibleDescription(expect.stringContaining(FORUM_ERRORS.bodyTooLong));
  expect(replyButton()).toBeDisabled();
});

it('inserts a quote into the reply and moves the cursor after the quote', async () => {
  const { user } = await renderWithProviders(<ReplyBox />, forum);
  await user.click(screen.getByRole('button', { name: 'quote' }));
  expect(replyField()).toHaveFocus();
  await user.keyboard('Agreed');
  expect(replyField()).toHaveValue('> Bjorn wrote:\n> Post number 1\n\nAgreed');
});

const editField = () => screen.getByRole('textbox', { name: FORUM_TEXTS.editLabel });

it('saves an edited post once', async () => {
  const reply = Promise.withResolvers<{ post: ForumPost }>();
  answer('PATCH /api/forum-posts/{id}', () => reply.promise);
  let done = 0;
  const { user } = await renderWithProviders(
    <EditBox post={ownPost(2)} focusOnMount onDone={() => done++} />,
    forum,
  );
  expect(editField()).toHaveFocus();
  await user.type(editField(), '!');
  await user.keyboard('{Escape}');
  const dialog = await screen.findByRole('dialog', { name: FORUM_TEXTS.discardTitle });
  await user.click(within(dialog).getByRole('button', { name: FORUM_TEXTS.keepEditing }));
  expect(editField()).toHaveValue('Post number 2!');
  await user.dblClick(screen.getByRole('button', { name: FORUM_TEXTS.save }));
  reply.resolve({ post: ownPost(2, { body: 'Post number 2!' }) });
  await waitFor(() => expect(done).toBe(1));
  expect(calls('PATCH /api/forum-posts/{id}')).toHaveLength(1);
});

it('shows at the field why an edit cannot be saved', async () => {
  answer('PATCH /api/forum-posts/{id}', failure('notFound', FORUM_ERRORS.postNotFound));
  const { user } = await renderWithProviders(
    <EditBox post={ownPost(2)} focusOnMount onDone={() => undefined} />,
    forum,
  );
  await user.type(editField(), '!{Control>}{Enter}{/Control}');
  await waitFor(() => expect(editField()).toHaveAccessibleDescription(FORUM_ERRORS.postNotFound));
  expect(editField()).toHaveValue('Post number 2!');
});

it('starts a thread only when all fields are filled in', async () => {
  answer('POST /api/forum-threads', { thread: thread({ id: 9 }), post: ownPost(1) });
  let closed = 0;
  const { user, path } = await renderWithProviders(
    <NewThreadDialog open onClose={() => closed++} category={undefined} />,
    forum,
  );
  const create = await screen.findByRole('button', { name: FORUM_TEXTS.create });
  expect(create).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: FORUM_TEXTS.threadTitle }), 'Best shield?');
  await user.type(screen.getByRole('textbox', { name: FORUM_TEXTS.openingText }), 'Which one');
  expect(create).toBeDisabled();
  await screen.findByRole('option', { name: 'Steel' });
  await user.selectOptions(screen.getByRole('combobox', { name: FORUM_TEXTS.category }), 'Steel');
  await user.dblClick(create);
  await waitFor(() => expect(closed).toBe(1));
  await waitFor(() => expect(path()).toBe('/forum?thread=9'));
  expect(calls('POST /api/forum-threads').map(({ body }) => body)).toEqual([
    { title: 'Best shield?', body: 'Which one', categoryId: 1 },
  ]);
});

it('shows server errors at the fields of a new thread', async () => {
  answer('POST /api/forum-threads', failure('invalid', '', { categoryId: FORUM_ERRORS.category }));
  const { user } = await renderWithProviders(
    <NewThreadDialog open onClose={() => undefined} category={2} />,
    forum,
  );
  const title = await screen.findByRole('textbox', { name: FORUM_TEXTS.threadTitle });
  await user.type(title, 'Best shield?');
  await user.type(screen.getByRole('textbox', { name: FORUM_TEXTS.openingText }), 'Which one');
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.create }));
  const category = screen.getByRole('combobox', { name: FORUM_TEXTS.category });
  await waitFor(() => expect(category).toHaveAccessibleDescription(FORUM_ERRORS.category));
  expect(title).toHaveValue('Best shield?');
});

it('rejects a title that is too long, and keeps the draft of a thread that could not be started', async () => {
  answer('POST /api/forum-threads', failure('muted', 'You are muted.'));
  const dialog = <NewThreadDialog open onClose={() => undefined} category={2} />;
  const first = await renderWithProviders(dialog, forum);
  const title = await screen.findByRole('textbox', { name: FORUM_TEXTS.threadTitle });
  const text = screen.getByRole('textbox', { name: FORUM_TEXTS.openingText });
  await first.user.type(text, 'Which one');
  fireEvent.change(title, { target: { value: 'x'.repeat(LIMITS.forum.title + 1) } });
  expect(title).toHaveAccessibleDescription(FORUM_ERRORS.titleTooLong);
  expect(screen.getByRole('button', { name: FORUM_TEXTS.create })).toBeDisabled();
  fireEvent.change(title, { target: { value: 'Best shield?' } });
  await first.user.click(screen.getByRole('button', { name: FORUM_TEXTS.create }));
  expect(await screen.findByText('You are muted.')).toBeInTheDocument();
  first.unmount();
  await renderWithProviders(dialog, forum);
  expect(await screen.findByRole('textbox', { name: FORUM_TEXTS.threadTitle })).toHaveValue('Best shield?');
  expect(screen.getByRole('textbox', { name: FORUM_TEXTS.openingText })).toHaveValue('Which one');
});

it('likes a post optimistically, and reverts the like if the request fails', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('POST /api/forum-likes', () => reply.promise);
  const { user } = await renderWithProviders(
    <PostActions post={post(70)} onQuote={null} onEdit={null} onDelete={null} deleting={false} />,
  );
  const like = screen.getByRole('button', { name: FORUM_TEXTS.like(0) });
  await user.click(like);
  expect(like).toHaveAccessibleName(FORUM_TEXTS.like(1));
  reply.resolve(failure('unavailable'));
  await waitFor(() => expect(like).toHaveAccessibleName(FORUM_TEXTS.like(0)));
});

it('expands a long post, and shows a link in place of an image that cannot be loaded', async () => {
  const body = Array.from({ length: 70 }, (_, line) => `line ${line}`).join('\n');
  const view = await renderWithProviders(<PostBody post={post(1, { body })} />);
  await view.user.click(screen.getByRole('button', { name: FORUM_TEXTS.readMore }));
  expect(screen.queryByRole('button', { name: FORUM_TEXTS.readMore })).not.toBeInTheDocument();
  expect(screen.getByText(/^line 0/).closest('[tabindex]')).toHaveFocus();
  view.unmount();
  const url = 'https://media.giphy.com/media/abc/200.gif';
  await renderWithProviders(<PostBody post={post(1, { body: url, images: [{ url, src: url }] })} />);
  expect(screen.getByRole('img', { name: FORUM_TEXTS.image('Bjorn') })).toBeInTheDocument();
  fireEvent.error(screen.getByRole('img', { name: FORUM_TEXTS.image('Bjorn') }));
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  // After the first failure, the link shows the image's alternative text. After the second failure, it shows the
  // image's URL. The link keeps its class, and therefore its size.
  const box = screen.getByRole('link');
  const look = box.className;
  expect(box).toHaveTextContent(FORUM_TEXTS.image('Bjorn'));
  fireEvent.error(await screen.findByRole('img'));
  expect(screen.getByRole('link', { name: url })).toHaveClass(look);
});

const card = (value: ForumPost, me = ME) => (
  <PostCard
    post={value}
    me={me}
    replies={2}
    canWrite
    canDelete
    highlighted={false}
    onQuote={() => undefined}
  />
);

it('opens the editor in a post, and returns the focus to the post on cancel', async () => {
  const { user } = await renderWithProviders(card(ownPost(2)), forum);
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.editPost }));
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.cancel }));
  expect(screen.getByRole('article')).toHaveFocus();
  expect(screen.getByText('Post number 2')).toBeInTheDocument();
});

it('lets only staff delete posts of others, and only the author edit a post', async () => {
  const { user, rerender } = await renderWithProviders(card(post(2)), forum);
  const remove = { name: FORUM_TEXTS.deletePost('Bjorn') };
  expect(screen.queryByRole('button', remove)).not.toBeInTheDocument();
  await rerender(card(post(2), MODERATOR));
  expect(screen.queryByRole('button', { name: FORUM_TEXTS.editPost })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', remove));
  expect(await screen.findByText(FORUM_TEXTS.deletePostAsStaffText)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
});

it('asks for confirmation before deleting the opening post with its thread, and closes the thread', async () => {
  answer('DELETE /api/forum-posts/{id}', { deleted: 'thread' });
  const { user, path } = await renderWithProviders(card(ownPost(1)), {
    ...forum,
    at: '/forum?thread=3',
  });
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.deletePost(ME.username) }));
  const dialog = await screen.findByRole('dialog', { name: FORUM_TEXTS.deleteThreadTitle });
  expect(within(dialog).getByText(FORUM_TEXTS.deleteThreadText(2))).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: FORUM_TEXTS.delete }));
  await waitFor(() => expect(path()).toBe('/forum'));
});

it('says how long staff can restore a thread that they delete', async () => {
  const { user } = await renderWithProviders(card(post(1), MODERATOR), forum);
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.deletePost('Bjorn') }));
  expect(await screen.findByText(FORUM_TEXTS.deleteThreadAsStaffText)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
});

it('restores a deleted thread', async () => {
  answer('POST /api/forum-threads/{id}/restore', failure('notFound', 'Too late.'));
  const { user } = await renderWithProviders(<DeletedBanner thread={thread()} deletedAt={minutesAgo(10)} />, {
    ...forum,
    me: MODERATOR,
  });
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.restore }));
  expect(await screen.findByText('Too late.')).toBeInTheDocument();
  answer('POST /api/forum-threads/{id}/restore', { thread: thread() });
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.restore }));
  expect(await screen.findByText(FORUM_TEXTS.restored)).toBeInTheDocument();
});

it('searches and sorts threads', async () => {
  const sorts: unknown[] = [];
  const { user, path } = await renderWithProviders(
    <ForumBar filters={{}} onSort={(sort) => sorts.push(sort)} />,
    forum,
  );
  await user.type(screen.getByRole('searchbox', { name: FORUM_TEXTS.search }), 'shield');
  await waitFor(() => expect(path()).toBe('/forum?search=shield'));
  await user.selectOptions(
    screen.getByRole('combobox', { name: FORUM_TEXTS.sort }),
    FORUM_TEXTS.sorts.newest,
  );
  expect(sorts).toEqual(['newest']);
});

it('selects a category and shows its description', async () => {
  const chosen: unknown[] = [];
  const query = { data: CATEGORIES, isError: false, refetch: () => undefined } as never;
  const { user } = await renderWithProviders(
    <CategoryChips query={query} chosen={undefined} onChoose={(id) => chosen.push(id)} />,
  );
  await user.click(screen.getByRole('button', { name: /Inn/ }));
  expect(chosen).toEqual([2]);
  expect(screen.getByText('Anything else', { selector: '[aria-hidden]' })).toBeInTheDocument();
});

it('shows the category of a thread once the categories are loaded', async () => {
  await renderWithProviders(<ThreadHead thread={thread()} replies={0} onReply={null} />);
  expect(await screen.findByText('Steel')).toBeInTheDocument();
});

const list = <ThreadList filters={{ search: 'axe' }} openId={undefined} onShowAll={() => undefined} />;

it('lists threads without duplicates', async () => {
  const page = { total: 2, page: 1, size: 20 };
  answer('GET /api/forum-threads', { threads: [thread(), thread()], ...page });
  const view = await renderWithProviders(list, forum);
  expect(await screen.findAllByRole('link', { name: /Best shield/ })).toHaveLength(1);
  view.unmount();
});

it('offers a retry when the threads cannot be loaded', async () => {
  answer('GET /api/forum-threads', failure('forbidden', 'Not now.'));
  const { user } = await renderWithProviders(list, forum);
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  answer('GET /api/forum-threads', { threads: [thread()], total: 1, page: 1, size: 20 });
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.retry }));
  expect(await screen.findByRole('link', { name: /Best shield/ })).toBeInTheDocument();
});

it('shows an empty state for a search without matches, and offers to show all threads', async () => {
  answer('GET /api/forum-threads', { threads: [], total: 0, page: 1, size: 20 });
  await renderWithProviders(list, forum);
  expect(await screen.findByText(FORUM_TEXTS.noThreads)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: FORUM_TEXTS.showAll })).toBeInTheDocument();
});

it('invites players to start the first thread of an empty category', async () => {
  answer('GET /api/forum-threads', { threads: [], total: 0, page: 1, size: 20 });
  const filters = { category: 1 };
  await renderWithProviders(
    <ThreadList filters={filters} openId={undefined} onShowAll={() => undefined} />,
    forum,
  );
  expect(await screen.findByText(FORUM_TEXTS.firstThread)).toBeInTheDocument();
  expect(screen.queryByText(FORUM_TEXTS.noThreadsText)).not.toBeInTheDocument();
});

const openThread = (me = ME) =>
  renderWithProviders(<ThreadView threadId={3} page={undefined} postId={undefined} />, {
    ...forum,
    at: '/forum?thread=3',
    me,
  });

it('shows a reply once although it arrives twice', async () => {
  answerThread([post(1)]);
  await openThread();
  await connect(ME.id);
  expect(await screen.findByText('Post number 1')).toBeInTheDocument();
  await receive('forum:post', post(2));
  await receive('forum:post', post(2));
  expect(await screen.findAllByText('Post number 2')).toHaveLength(1);
  await receive('forum:edited', post(2, { body: 'Second thoughts' }));
  expect(await screen.findByText('Second thoughts')).toBeInTheDocument();
  await receive('forum:deleted', { id: 2, threadId: 3, deleted: 'post' });
  await waitFor(() => expect(screen.queryByText('Second thoughts')).not.toBeInTheDocument());
});

it('shows the content of a hidden post only to its author', async () => {
  answerThread([post(4), post(5), ownPost(6)]);
  await openThread();
  await screen.findByText('Post number 6');
  // The page loads the thread again when the socket connects.
  answerThread([post(4), post(5), ownPost(6, { hidden: true })]);
  await connect(ME.id);
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.own('forumPost'))).toBeInTheDocument();
  expect(screen.getByText('Post number 6')).toBeInTheDocument();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await receive('forum:edited', post(5, { body: '', hidden: true }));
  expect(await screen.findByText(FORUM_TEXTS.hiddenPost)).toBeInTheDocument();
  expect(screen.queryByText('Post number 5')).not.toBeInTheDocument();
  const [opening, theirs, own] = screen
    .getAllByRole('article')
    .map((card) => within(card).queryAllByRole('button').length);
  expect([theirs, own]).toEqual([1, 2]);
  expect(opening).toBeGreaterThan(2);
  await receive('forum:edited', post(5));
  expect(await screen.findByText('Post number 5')).toBeInTheDocument();
});

it('closes a hidden thread to replies', async () => {
  const hidden = thread({ author: MYSELF, hidden: true });
  answer('GET /api/forum-threads', { threads: [hidden], total: 1, page: 1, size: 20 });
  answerThread([ownPost(1, { hidden: true })], { thread: hidden });
  await renderWithProviders(
    <>
      {list}
      <ThreadView threadId={3} page={undefined} postId={undefined} />
    </>,
    forum,
  );
  expect(await screen.findByText(HIDDEN_CONTENT_TEXTS.own('forumPost'))).toBeInTheDocument();
  expect(await screen.findByText(FORUM_TEXTS.hidden)).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: FORUM_TEXTS.replyLabel })).not.toBeInTheDocument();
});

it('shows the last page of a thread if the URL names a later page', async () => {
  answerThread([post(21)], { total: 21, page: 2 });
  const { path } = await renderWithProviders(<ThreadView threadId={3} page={99} postId={undefined} />, {
    ...forum,
    at: '/forum?thread=3&page=99',
  });
  await waitFor(() => expect(path()).toBe('/forum?thread=3&page=2'));
});

it('shows that a thread was not found', async () => {
  answer('GET /api/forum-threads/{id}', failure('notFound'));
  const view = await openThread();
  expect(await screen.findByText(FORUM_TEXTS.notFound)).toBeInTheDocument();
  view.unmount();
});

it('offers a retry when a thread cannot be loaded', async () => {
  answer('GET /api/forum-threads/{id}', failure('forbidden'));
  const { user } = await openThread();
  expect(await screen.findByText(FORUM_TEXTS.threadFailed)).toBeInTheDocument();
  answerThread([post(1)]);
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.retry }));
  expect(await screen.findByText('Post number 1')).toBeInTheDocument();
});

it('shows muted players a note in place of the reply box', async () => {
  answerThread([post(1)]);
  await openThread({ ...ME, mutedUntil: minutesAgo(-60), muteReason: 'Spam' });
  expect(await screen.findByText('Spam')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('updates the reply count in the thread list for a post written before the connection opened', async () => {
  answer('GET /api/forum-threads', { threads: [thread()], total: 1, page: 1, size: 20 });
  answerThread([post(1)]);
  await renderWithProviders(
    <>
      {list}
      <ThreadView threadId={3} page={undefined} postId={undefined} />
    </>,
    forum,
  );
  await screen.findByText('Post number 1');
  const threads = screen.getByRole('region', { name: FORUM_TEXTS.threads });
  await within(threads).findByText(FORUM_TEXTS.replies(0));
  answerThread([post(1), post(7)], { thread: thread({ postCount: 2 }) });
  await connect(ME.id);
  await screen.findByText('Post number 7');
  expect(await within(threads).findByText(FORUM_TEXTS.replies(1))).toBeInTheDocument();
});

it('does not link the URLs and images that a new account posts', async () => {
  const url = 'https://media.giphy.com/media/abc/200.gif';
  const body = `${url}\nSee https://spam.example`;
  await renderWithProviders(<PostBody post={post(1, { body, images: [{ url, src: url }], links: false })} />);
  expect(screen.getByRole('img', { name: FORUM_TEXTS.image('Bjorn') })).toBeInTheDocument();
  expect(screen.getByText('See https://spam.example')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
