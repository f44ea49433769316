import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import {
  clickRetry,
  createPlayerAndClient,
  createTwoPlayers,
  failNetwork,
  failWith,
  heldResponse,
  intercept,
  setRole,
} from './fixtures.ts';
import {
  openForum,
  post,
  reply,
  replyButton,
  replyField,
  row,
  startThread,
  thread,
  threads,
  waitForWatch,
} from './forum.ts';
import { MALICIOUS_TEXT } from './page-checks.ts';
import { requestAs, signUpPlayer } from './players.ts';
import { answerDialog } from './posts.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const LONG_TEXT = `${MALICIOUS_TEXT} ${'W'.repeat(300)}`;

test('a player starts a thread, replies to it, and quotes and edits posts', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const starting = await intercept(page, 'POST', '**/api/forum-threads');
  const replying = await intercept(page, 'POST', '**/api/forum-posts');
  await openForum(page);
  await page.getByText('Select a thread to view posts.').waitFor();

  // The dialog keeps its draft, and its button is disabled until the thread is complete.
  await page.getByRole('button', { name: 'Strategy' }).click();
  await page.getByRole('button', { name: '+ New Thread' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a new thread' });
  const create = dialog.getByRole('button', { name: 'Create thread' });
  const title = dialog.getByLabel('Title');
  const opening = dialog.getByLabel('Opening text');
  await expect(opening).toHaveAttribute('rows', '5');
  expect(
    await dialog
      .getByLabel('Category')
      .evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.text),
  ).toBe('Strategy');
  await title.fill('  ');
  await opening.fill('Words');
  expect(await create.isDisabled()).toBe(true);
  await title.fill('x'.repeat(121));
  await dialog.getByText('121/120').waitFor();
  await dialog.getByText('Use at most 120 characters').waitFor();
  expect(await create.isDisabled()).toBe(true);
  await title.fill(`  When to heal, by ${me.username}  `);
  await opening.fill('  ');
  expect(await create.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Add a GIF' }).click();
  const gifs = page.getByRole('dialog', { name: 'Choose a GIF' });
  await gifs.getByText('Powered by GIPHY').waitFor();
  await gifs.getByRole('button', { name: 'trending 0 GIF', exact: true }).click();
  await dialog.getByAltText('The GIF you chose').waitFor();
  expect(await create.isDisabled()).toBe(false);
  await opening.fill('  Before or after the strike?  ');
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '+ New Thread' }).click();
  expect(await opening.inputValue()).toBe('  Before or after the strike?  ');
  starting.answer = failNetwork;
  await create.click();
  await dialog.getByText('Failed to create thread').waitFor();
  starting.answer = failWith(403, { code: 'muted', message: 'You are muted until tomorrow.' });
  await create.click();
  await dialog.getByText('You are muted until tomorrow.').waitFor();
  starting.answer = null;
  await create.click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/thread=\d+/);
  await thread(page)
    .getByRole('heading', { name: `When to heal, by ${me.username}` })
    .waitFor();
  await row(page, `When to heal, by ${me.username}`).getByText('0 replies').waitFor();
  await thread(page).getByText('No replies yet.').waitFor();
  await thread(page).getByText('Updated just now').waitFor();
  const first = post(page, 'Before or after the strike?');
  await expect(first.getByAltText(`Image posted by ${me.username}`)).toHaveAttribute('src', /200\.gif$/);

  // A reply needs text or a GIF, and a failed reply keeps its draft.
  await expect(replyField(page)).toHaveAttribute('rows', '3');
  expect(await replyButton(page).isDisabled()).toBe(true);
  await replyField(page).fill('After it.');
  replying.answer = failNetwork;
  await page.keyboard.press('Control+Enter');
  await thread(page).getByRole('alert').getByText('Failed to reply').waitFor();
  await page.reload();
  expect(await replyField(page).inputValue()).toBe('After it.');
  replying.answer = null;
  await replyField(page).press('Meta+Enter');
  const second = post(page, 'After it.');
  await second.waitFor();
  expect(await replyField(page).inputValue()).toBe('');
  expect(await thread(page).getByText('No replies yet.').count()).toBe(0);
  await row(page, `When to heal, by ${me.username}`).getByText('1 reply').waitFor();

  await first.getByRole('button', { name: `Quote ${me.username}` }).click();
  await expect(replyField(page)).toBeFocused();
  await page.keyboard.insertText('It depends, see https://example.com/a.');
  await replyButton(page).click();
  const third = post(page, 'It depends, see');
  await third.getByRole('blockquote').getByText('Before or after the strike?').waitFor();
  await third.getByRole('blockquote').getByText(`${me.username} wrote:`).waitFor();
  expect(
    await third.getByRole('link', { name: 'https://example.com/a', exact: true }).getAttribute('rel'),
  ).toContain('nofollow');

  // Cancel restores the stored text.
  await second.getByRole('button', { name: 'Edit your post' }).click();
  const box = thread(page).getByLabel('Your post', { exact: true });
  await box.fill('Never.');
  await thread(page).getByRole('button', { name: 'Cancel' }).click();
  await second.waitFor();
  expect(await second.getByText('edited').count()).toBe(0);
  await second.getByRole('button', { name: 'Edit your post' }).click();
  expect(await box.inputValue()).toBe('After it.');
  await box.fill('After it, always.');
  // An unsaved edit survives leaving the thread, and Escape asks before discarding it.
  await navigate(page, '/forum');
  await row(page, `When to heal, by ${me.username}`).click();
  await expect(box).toHaveValue('After it, always.');
  await box.press('Escape');
  await answerDialog(page, 'Discard your changes?', 'Keep editing');
  await box.press('Escape');
  await answerDialog(page, 'Discard your changes?', 'Discard changes');
  await second.getByRole('button', { name: 'Edit your post' }).click();
  await box.press('Escape');
  await second.getByRole('button', { name: 'Edit your post' }).click();
  await box.fill('After it, always.');
  // While the edit is being saved, the player can neither change nor discard it.
  const saving = await intercept(page, 'PATCH', '**/api/forum-posts/*');
  const held = heldResponse();
  saving.answer = held.answer;
  await thread(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => box.isEditable()).toBe(false);
  await thread(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await box.inputValue()).toBe('After it, always.');
  held.release();
  await post(page, 'After it, always.').getByText('(edited)').waitFor();
  const opened = thread(page).getByRole('article', { name: `Post 1 by ${me.username}` });
  await opened.getByRole('link', { name: me.username, exact: true }).click();
  await page.getByRole('dialog', { name: me.username }).getByText('Let’s play!').waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});

test('changes by others in the open thread appear immediately, and none is missing after a reconnect', async ({
  newVisitor,
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor);
  const made = await startThread(there, { title: 'Live from the gate' });
  await startThread(there, { title: 'Elsewhere', body: 'Nothing to see.' });
  const { page } = here;
  const liking = await intercept(page, 'POST', '**/api/forum-likes');
  const watching = Promise.all([waitForWatch(page), waitForWatch(there.page)]);
  await Promise.all([
    openForum(page, `?thread=${made.thread.id}`),
    openForum(there.page, `?thread=${made.thread.id}`),
  ]);
  await Promise.all([
    post(page, 'Where it begins.').waitFor(),
    post(there.page, 'Where it begins.').waitFor(),
  ]);
  await watching;
  await replyField(page).fill('A draft that stays');
  await replyField(there.page).fill('Who goes there?');
  await there.page.keyboard.press('Control+Enter');
  const receivedReply = post(page, 'Who goes there?');
  await receivedReply.waitFor();
  expect(await replyField(page).inputValue()).toBe('A draft that stays');
  await row(page, 'Live from the gate').getByText('1 reply').waitFor();
  await page.getByRole('log').getByText(`New reply by ${other.username}`).waitFor();
  await replyButton(page).click();
  await post(there.page, 'A draft that stays').waitFor();
  // The player's own reply arrives twice, in the response and as an event, and must appear only once.
  expect(await post(page, 'A draft that stays').count()).toBe(1);
  expect(await post(there.page, 'Who goes there?').count()).toBe(1);

  const like = receivedReply.getByRole('button', { name: /^Like, / });
  for (let press = 0; press < 5; press++) await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  const theirs = async () =>
    (await requestAs<{ posts: ForumPost[] }>(there, 'GET', `/api/forum-threads/${made.thread.id}`)).body
      .posts[1];
  await expect.poll(async () => (await theirs())?.likeCount).toBe(1);
  expect(await receivedReply.getByRole('button', { name: /^(Edit|Delete)/ }).count()).toBe(0);

  await post(there.page, 'Who goes there?').getByRole('button', { name: 'Edit your post' }).click();
  await there.page.getByLabel('Your post', { exact: true }).fill('Who came there?');
  await there.page.getByRole('button', { name: 'Save' }).click();
  const edited = post(page, 'Who came there?');
  await edited.getByText('(edited)').waitFor();
  // An edit by the author does not remove the viewer's like.
  await expect(edited.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');
  liking.answer = failWith(500);
  await edited.getByRole('button', { name: /^Like, / }).click();
  await page.getByText('Like failed.').first().waitFor();
  await expect(edited.getByRole('button', { name: /^Like, / })).toHaveAttribute('aria-pressed', 'true');

  await post(there.page, 'Who came there?')
    .getByRole('button', { name: /^Delete the post/ })
    .click();
  await answerDialog(there.page, 'Delete this post?', 'Cancel');
  await post(there.page, 'Who came there?')
    .getByRole('button', { name: /^Delete the post/ })
    .click();
  await answerDialog(there.page, 'Delete this post?', 'Delete');
  await edited.waitFor({ state: 'detached' });
  // The button disappears with the deleted post, and the focus moves to the next post.
  await expect.poll(() => there.page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE');
  // The later posts keep their numbers.
  await thread(page)
    .getByRole('article', { name: `Post 3 by ${me.username}` })
    .waitFor();
  await row(there.page, 'Live from the gate').getByText('1 reply').waitFor();

  // After a reconnect, no post is missing.
  await here.context.setOffline(true);
  await page
    .getByText(/connection lost|You’re offline/)
    .first()
    .waitFor();
  await reply(there, made.thread.id, 'Said meanwhile');
  await here.context.setOffline(false);
  await post(page, 'Said meanwhile').waitFor();
  await reply(there, made.thread.id, 'Heard again');
  await post(page, 'Heard again').waitFor();
  // After a short visit to another thread, no post is missing either.
  await row(page, 'Elsewhere').click();
  await post(page, 'Nothing to see.').waitFor();
  await reply(there, made.thread.id, 'Said behind your back');
  await row(page, 'Live from the gate').click();
  await post(page, 'Said behind your back').waitFor();

  // Deleting the opening post deletes the thread for both players.
  await post(there.page, 'Where it begins.')
    .getByRole('button', { name: /^Delete the post/ })
    .click();
  await answerDialog(there.page, 'Delete this thread?', 'Delete');
  await there.page.getByText('Select a thread to view posts.').waitFor();
  await row(there.page, 'Live from the gate').waitFor({ state: 'detached' });
  await thread(page).getByText('This thread is not available.').waitFor();
  await row(page, 'Live from the gate').waitFor({ state: 'detached' });
});

test('a link to a post opens the page that contains the post, and the browser’s back and forward buttons move between pages', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there } = await createPlayerAndClient({ newVisitor, newClient });
  const { thread: long, post: opening } = await startThread(there, { title: 'A long story' });
  await reply(there, long.id, 'Chapter 1.');
  const middle = Array.from({ length: 49 }, (_, count) => reply(there, long.id, `Chapter ${count + 2}.`));
  const [near] = (await Promise.all(middle)) as [ForumPost];
  const far = await reply(there, long.id, 'Chapter 51.');
  const { page } = here;
  const isSeen = (id: number) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`forum-${id}`);

  await openForum(page, `?thread=${long.id}&post=${far.id}`);
  await isSeen(far.id);
  await page.waitForURL(/page=2/);
  await expect
    .poll(() =>
      post(page, 'Chapter 51.').evaluate((card) => card.getBoundingClientRect().bottom < innerHeight),
    )
    .toBe(true);
  const pages = thread(page).getByRole('navigation', { name: 'Pages of the thread', exact: true });
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await pages.getByRole('link', { name: 'First page' }).click();
  await post(page, 'Where it begins.').waitFor();
  expect(await pages.getByRole('link', { name: 'Previous page' }).count()).toBe(0);

  // If a new reply is on another page of the thread, a button appears, and the shown posts do not move.
  const before = await post(page, 'Chapter 1.').boundingBox();
  await reply(there, long.id, 'Chapter 52.');
  const pill = page.getByRole('button', { name: 'New replies' });
  await pill.waitFor();
  expect(await post(page, 'Chapter 1.').boundingBox()).toEqual(before);
  await pill.click();
  await post(page, 'Chapter 52.').waitFor();
  await pill.waitFor({ state: 'detached' });
  await page.goBack();
  await post(page, 'Where it begins.').waitFor();
  await page.goForward();
  await post(page, 'Chapter 52.').waitFor();

  // The player's own new reply opens the page of the thread that contains it.
  await pages.getByRole('link', { name: 'Page 1' }).click();
  await post(page, 'Where it begins.').waitFor();
  await replyField(page).fill('The end of it.');
  await page.keyboard.press('Control+Enter');
  await post(page, 'The end of it.').waitFor();
  await page.waitForURL(/page=2/);

  await post(page, 'The end of it.')
    .getByRole('link', { name: /^Post 54 by/ })
    .click();
  await page.waitForURL(/page=2&post=\d+/);
  await navigate(page, `/forum?thread=${long.id}&post=${near.id}`);
  await isSeen(near.id);
  await navigate(page, `/forum?thread=${long.id}&page=99`);
  await post(page, 'Chapter 52.').waitFor();
  await navigate(page, `/forum?thread=${long.id}&post=999999999`);
  await page.getByText('That post no longer exists.').waitFor();
  await post(page, 'Where it begins.').waitFor();
  await navigate(page, '/forum?thread=999999999&page=x&sort=nonsense');
  await thread(page).getByText('This thread is not available.').waitFor();
  if (LONG) await expectAccessible(page);
  expect(opening.position).toBe(1);
});

test('threads can be searched by title, filtered by category and sorted, and a failed load can be retried', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { thread: older } = await startThread(visitor, { title: `Shields of ${me.username}`, category: 1 });
  await startThread(visitor, { title: `Swords of ${me.username}`, category: 2 });
  await reply(visitor, older.id, 'More of shields');
  const { page } = visitor;
  const listing = await intercept(page, 'GET', /\/api\/forum-threads\?/);
  const reading = await intercept(page, 'GET', /\/api\/forum-threads\/\d+/);
  listing.answer = failWith(400);
  await openForum(page);
  const error = page.getByRole('alert').filter({ hasText: 'Failed to load threads.' });
  await clickRetry(page, listing, error.getByRole('button', { name: 'Try again' }));
  const search = page.getByRole('searchbox', { name: 'Search threads' });
  const titles = () => threads(page).locator('[data-thread] [dir=auto]').allTextContents();
  await row(page, 'Swords of').first().waitFor();

  await search.fill(`OF ${me.username.toUpperCase()}`);
  await expect.poll(titles).toEqual([`Shields of ${me.username}`, `Swords of ${me.username}`]);
  await page.waitForURL(/search=OF/);
  const sort = page.getByLabel('Sort by');
  expect(await sort.locator('option').allTextContents()).toEqual([
    'Latest Activity',
    'Newest',
    'Most Replies',
  ]);
  await sort.selectOption('Newest');
  await expect.poll(titles).toEqual([`Swords of ${me.username}`, `Shields of ${me.username}`]);
  await sort.selectOption('Most Replies');
  await expect.poll(titles).toEqual([`Shields of ${me.username}`, `Swords of ${me.username}`]);
  const chips = page.getByRole('list', { name: 'Categories' });
  const trading = chips.getByRole('button', { name: /^Trading/ });
  await expect(trading).toHaveAttribute('title', 'What is worth its coins, and what is not.');
  await trading.focus();
  await page.locator('p').getByText('What is worth its coins, and what is not.').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(titles).toEqual([`Swords of ${me.username}`]);
  await expectAccessible(page);

  // The URL contains the search, the category and the order.
  await page.reload();
  await expect.poll(titles).toEqual([`Swords of ${me.username}`]);
  expect(await search.inputValue()).toBe(`OF ${me.username.toUpperCase()}`);
  await expect(trading).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect.poll(titles).toEqual([`Shields of ${me.username}`, `Swords of ${me.username}`]);
  await search.fill('no such title anywhere');
  await page.getByText('No threads match.').waitFor();
  await page.getByRole('button', { name: 'Show all threads' }).click();
  await expect(search).toHaveValue('');

  reading.answer = failWith(400);
  await row(page, `Shields of ${me.username}`).click();
  const broken = thread(page).getByRole('alert').filter({ hasText: 'Failed to load the thread.' });
  await clickRetry(page, reading, broken.getByRole('button', { name: 'Try again' }));
  await post(page, 'More of shields').waitFor();
});

test('a phone shows either the list or the thread, with a back link and no horizontal overflow', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 360, theme: 'light' });
  await signUpPlayer(visitor);
  for (let count = 1; count <= 21; count++) await startThread(visitor, { title: `Torch ${count}.` });
  const { page } = visitor;
  // Setting `mutedUntil` mutes the player, who can still read, and sees the reason instead of the reply field.
  let mutedUntil: string | null = null;
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    const { user } = (await response.json()) as { user: object };
    await route.fulfill({ response, json: { user: { ...user, mutedUntil, muteReason: 'Shouting' } } });
  });
  await openForum(page);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await threads(page).getByRole('button', { name: 'Load more' }).click();
  await row(page, 'Torch 1.').scrollIntoViewIfNeeded();
  await row(page, 'Torch 2.').focus();
  const scroll = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await thread(page).getByRole('heading', { name: 'Torch 2.' }).waitFor();
  expect(await threads(page).isVisible()).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('thread');
  await thread(page).getByRole('link', { name: 'Back to threads' }).click();
  await threads(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Torch 2.');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scroll);

  await startThread(visitor, { title: LONG_TEXT.slice(0, 120), body: LONG_TEXT });
  const { thread: hostile } = await startThread(visitor, {
    title: `<i>${'W'.repeat(110)}`,
    body: `${LONG_TEXT}\n> ${LONG_TEXT}\nhttps://example.invalid/${'w'.repeat(200)}.png\nhttps://127.0.0.1/x.gif\njavascript:alert(1)`,
  });
  await navigate(page, `/forum?thread=${hostile.id}`);
  await thread(page).getByRole('article').waitFor();
  // A picture that fails to load is shown as a link.
  await thread(page)
    .getByRole('link', { name: /^https:\/\/127\.0\.0\.1\/x\.gif$/ })
    .waitFor();
  expect(
    await page.locator('main b, main i:not(button i), main img[src="x"], a[href^="javascript"]').count(),
  ).toBe(0);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await thread(page).getByRole('link', { name: 'Back to threads' }).click();
  await threads(page).waitFor();
  await expectNoHorizontalScroll(page);

  mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
  await openForum(page, `?thread=${hostile.id}`);
  await thread(page)
    .getByText(/^You are muted until .+\.$/)
    .waitFor();
  await thread(page).getByText('Shouting').waitFor();
  expect(await replyField(page).count()).toBe(0);
  expect(
    await thread(page)
      .getByRole('button', { name: /^(Quote|Edit|Reply)/ })
      .count(),
  ).toBe(0);
});

test('staff delete posts of others and restore a thread', async ({ newVisitor, newClient, site }) => {
  const { here: staff, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  setRole(site, me, 'moderator');
  const { thread: made } = await startThread(there, { title: 'A quarrel' });
  await reply(there, made.id, 'Harsh words');
  const statusForPlayers = async () =>
    (await requestAs(there, 'GET', `/api/forum-threads/${made.id}`)).status;
  const { page } = staff;
  const restoring = await intercept(page, 'POST', '**/api/forum-threads/*/restore');
  await openForum(page, `?thread=${made.id}`);
  const harsh = post(page, 'Harsh words');
  await harsh.waitFor();
  expect(await harsh.getByRole('button', { name: 'Edit your post' }).count()).toBe(0);
  await harsh.getByRole('button', { name: `Delete the post by ${other.username}` }).click();
  await answerDialog(page, 'Delete this post?', 'Delete');
  await harsh.waitFor({ state: 'detached' });
  await thread(page).getByText('No replies yet.').waitFor();
  await post(page, 'Where it begins.')
    .getByRole('button', { name: /^Delete the post/ })
    .click();
  await answerDialog(page, 'Delete this thread?', 'Delete');
  await page.getByText('Select a thread to view posts.').waitFor();

  // Players no longer see the thread. Staff see it and can restore it.
  expect(await statusForPlayers()).toBe(404);
  await navigate(page, `/forum?thread=${made.id}`);
  await thread(page).getByText('This thread was deleted.').waitFor();
  expect(await replyField(page).count()).toBe(0);
  expect(
    await thread(page)
      .getByRole('button', { name: /^Delete/ })
      .count(),
  ).toBe(0);
  if (LONG) await expectAccessible(page);
  restoring.answer = failWith(500);
  await thread(page).getByRole('button', { name: 'Restore thread' }).click();
  await thread(page).getByRole('alert').getByText('Failed to restore the thread.').waitFor();
  restoring.answer = null;
  await thread(page).getByRole('button', { name: 'Restore thread' }).click();
  await replyField(page).waitFor();
  expect(await thread(page).getByText('This thread was deleted.').count()).toBe(0);
  await row(page, 'A quarrel').waitFor();
  expect(await statusForPlayers()).toBe(200);
});
