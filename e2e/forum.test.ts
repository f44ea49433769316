import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, setRole } from './fixtures.ts';
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
import { requestAs, requestOk, signUpPlayer } from './players.ts';
import { answerDialog } from './posts.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const LONG_TEXT = `${MALICIOUS_TEXT} ${'W'.repeat(300)}`;

test('a player starts a thread, replies to it, and quotes and edits posts', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  await openForum(page);
  await page.getByRole('button', { name: 'Strategy' }).click();
  await page.getByRole('button', { name: '+ New Thread' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a new thread' });
  await dialog.getByLabel('Title').fill(`When to heal, by ${me.username}`);
  await dialog.getByRole('button', { name: 'Add a GIF' }).click();
  const gifs = page.getByRole('dialog', { name: 'Choose a GIF' });
  await gifs.getByRole('button', { name: 'trending 0 GIF', exact: true }).click();
  await dialog.getByAltText('The GIF you chose').waitFor();
  await dialog.getByLabel('Opening text').fill('Before or after the strike?');
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create thread' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/thread=\d+/);
  await thread(page)
    .getByRole('heading', { name: `When to heal, by ${me.username}` })
    .waitFor();
  const first = post(page, 'Before or after the strike?');
  await expect(first.getByAltText(`Image posted by ${me.username}`)).toHaveAttribute('src', /200\.gif$/);

  // A draft survives a reload.
  await replyField(page).fill('After it.');
  await page.reload();
  await expect(replyField(page)).toHaveValue('After it.');
  await replyField(page).press('Meta+Enter');
  const second = post(page, 'After it.');
  await second.waitFor();
  await expect(replyField(page)).toHaveValue('');
  await row(page, `When to heal, by ${me.username}`).getByText('1 reply').waitFor();

  await first.getByRole('button', { name: `Quote ${me.username}` }).click();
  await expect(replyField(page)).toBeFocused();
  await page.keyboard.insertText('It depends.');
  await replyButton(page).click();
  const quote = post(page, 'It depends.').getByRole('blockquote');
  await quote.getByText('Before or after the strike?').waitFor();
  await quote.getByText(`${me.username} wrote:`).waitFor();

  // An unsaved edit survives leaving the thread.
  await second.getByRole('button', { name: 'Edit your post' }).click();
  const box = thread(page).getByLabel('Your post', { exact: true });
  await box.fill('After it, always.');
  await navigate(page, '/forum');
  await row(page, `When to heal, by ${me.username}`).click();
  await expect(box).toHaveValue('After it, always.');
  await thread(page).getByRole('button', { name: 'Save' }).click();
  await post(page, 'After it, always.').getByText('(edited)').waitFor();
  await expectAccessible(page);
});

test('changes by others in the open thread appear immediately, and none is missing after a reconnect', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const made = await startThread(there, { title: 'Live from the gate' });
  await startThread(there, { title: 'Elsewhere', body: 'Nothing to see.' });
  const { page } = here;
  const watching = waitForWatch(page);
  await openForum(page, `?thread=${made.thread.id}`);
  await post(page, 'Where it begins.').waitFor();
  await watching;
  await replyField(page).fill('A draft that stays');
  const { id } = await reply(there, made.thread.id, 'Who goes there?');
  await post(page, 'Who goes there?').waitFor();
  await expect(replyField(page)).toHaveValue('A draft that stays');
  await row(page, 'Live from the gate').getByText('1 reply').waitFor();
  await page.getByRole('log').getByText(`New reply by ${other.username}`).waitFor();
  await replyButton(page).click();
  await row(page, 'Live from the gate').getByText('2 replies').waitFor();
  // The player's own reply arrives twice, in the response and as an event, and must appear only once.
  await expect(post(page, 'A draft that stays')).toHaveCount(1);

  await requestOk(there, 'PATCH', `/api/forum-posts/${id}`, { body: 'Who came there?' });
  const edited = post(page, 'Who came there?');
  await edited.getByText('(edited)').waitFor();
  await requestOk(there, 'DELETE', `/api/forum-posts/${id}`);
  await edited.waitFor({ state: 'detached' });
  // After the deletion, later posts keep their numbers.
  const own = thread(page).getByRole('article', { name: `Post 3 by ${me.username}` });
  await own.getByRole('button', { name: /^Delete the post/ }).click();
  await answerDialog(page, 'Delete this post?', 'Delete');
  await own.waitFor({ state: 'detached' });
  // The button disappears with the deleted post, and the focus moves to another post.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE');

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
  // After a short visit to another thread, no post is missing.
  await row(page, 'Elsewhere').click();
  await post(page, 'Nothing to see.').waitFor();
  await reply(there, made.thread.id, 'Said behind your back');
  await row(page, 'Live from the gate').click();
  await post(page, 'Said behind your back').waitFor();

  // Deleting the opening post deletes the thread.
  await requestOk(there, 'DELETE', `/api/forum-posts/${made.post.id}`);
  await thread(page).getByText('This thread is not available.').waitFor();
  await row(page, 'Live from the gate').waitFor({ state: 'detached' });
});

test('a link to a post opens the page with that post, and the back and forward buttons move between pages', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there } = await createPlayerAndClient({ newVisitor, newClient });
  const { thread: long } = await startThread(there, { title: 'A long story' });
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

  await navigate(page, `/forum?thread=${long.id}&post=${near.id}`);
  await isSeen(near.id);
  await navigate(page, `/forum?thread=${long.id}&post=999999999`);
  await page.getByText('That post no longer exists.').waitFor();
  await post(page, 'Where it begins.').waitFor();
});

test('the search, the category and the order of the threads are part of the URL', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { thread: older } = await startThread(visitor, { title: `Shields of ${me.username}`, category: 1 });
  await startThread(visitor, { title: `Swords of ${me.username}`, category: 2 });
  await reply(visitor, older.id, 'More of shields');
  const { page } = visitor;
  await openForum(page);
  const search = page.getByRole('searchbox', { name: 'Search threads' });
  const titles = () => threads(page).locator('[data-thread] [dir=auto]').allTextContents();
  await search.fill(`OF ${me.username.toUpperCase()}`);
  await expect.poll(titles).toEqual([`Shields of ${me.username}`, `Swords of ${me.username}`]);
  await page.waitForURL(/search=OF/);
  await page.getByLabel('Sort by').selectOption('Newest');
  await expect.poll(titles).toEqual([`Swords of ${me.username}`, `Shields of ${me.username}`]);
  const trading = page.getByRole('list', { name: 'Categories' }).getByRole('button', { name: /^Trading/ });
  await trading.press('Enter');
  await expect.poll(titles).toEqual([`Swords of ${me.username}`]);
  await expectAccessible(page);

  await page.reload();
  await expect.poll(titles).toEqual([`Swords of ${me.username}`]);
  await expect(search).toHaveValue(`OF ${me.username.toUpperCase()}`);
  await expect(trading).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect.poll(titles).toEqual([`Swords of ${me.username}`, `Shields of ${me.username}`]);
});

test('a phone shows either the list or the thread, with a back link and no horizontal overflow', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 360, theme: 'light' });
  await signUpPlayer(visitor);
  const start = (count: number) => startThread(visitor, { title: `Torch ${count}.` });
  for (const count of [1, 2]) await start(count);
  await Promise.all(Array.from({ length: 19 }, (_, index) => start(index + 3)));
  const { page } = visitor;
  await openForum(page);
  await expectNoHorizontalScroll(page);
  await threads(page).getByRole('button', { name: 'Load more' }).click();
  await row(page, 'Torch 1.').scrollIntoViewIfNeeded();
  await row(page, 'Torch 2.').focus();
  const scroll = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await thread(page).getByRole('heading', { name: 'Torch 2.' }).waitFor();
  await expect(threads(page)).toBeHidden();
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
});

test('staff delete posts of others and restore a thread', async ({ newVisitor, newClient, site }) => {
  const { here: staff, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  setRole(site, me, 'moderator');
  const { thread: made } = await startThread(there, { title: 'A quarrel' });
  await reply(there, made.id, 'Harsh words');
  const statusForPlayers = async () =>
    (await requestAs(there, 'GET', `/api/forum-threads/${made.id}`)).status;
  const { page } = staff;
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
  if (LONG) await expectAccessible(page);
  await thread(page).getByRole('button', { name: 'Restore thread' }).click();
  await replyField(page).waitFor();
  expect(await thread(page).getByText('This thread was deleted.').count()).toBe(0);
  await row(page, 'A quarrel').waitFor();
  expect(await statusForPlayers()).toBe(200);
});
