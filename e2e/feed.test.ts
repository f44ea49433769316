import type { Page } from '@playwright/test';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import {
  clickRetry,
  createPlayerAndClient,
  failDashboardCall,
  failNetwork,
  failWith,
  heldResponse,
  intercept,
} from './fixtures.ts';
import { createImage } from './images.ts';
import { MALICIOUS_TEXT } from './page-checks.ts';
import { requestAs, requestOk, signUpPlayer } from './players.ts';
import { answerDialog, createPost, likeButton, openFeed, post, shareBox, shareField } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { openPlayerMenu } from './steps.ts';
import { expect, test } from './test.ts';

const LONG_TEXT = `${MALICIOUS_TEXT} ${'W'.repeat(300)}`;

/** Open another page of the app, and return to the feed. */
async function awayAndBack(page: Page, username: string): Promise<void> {
  await openPlayerMenu(page, username);
  await page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name: 'Forums' }).click();
  await page.getByText('Select a thread to view posts.').waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'Feed', exact: true }).getByRole('list').first().waitFor();
}

for (const width of widthsOfRun(375, 1280))
  test(`a post can contain text, a photo, a GIF or a video at ${width} px`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ width, theme: width === 375 ? 'light' : 'dark' });
    const me = await signUpPlayer(visitor);
    const { page } = visitor;
    await openFeed(page);
    const send = shareBox(page).getByRole('button', { name: 'Post', exact: true });

    await send.click();
    await shareBox(page)
      .getByRole('alert')
      .getByText('Write something and/or add a GIF, YouTube link, or choose a photo.')
      .waitFor();
    await shareField(page).fill(
      `First words of ${me.username}\nand a second line, see https://example.com/x.`,
    );
    await page.keyboard.press('Control+Enter');
    const words = post(page, `First words of ${me.username}`);
    await words.waitFor();
    expect(await shareField(page).inputValue()).toBe('');
    const link = words.getByRole('link', { name: 'https://example.com/x' });
    await expect(link).toHaveAttribute('rel', /nofollow noopener/);

    // The player has no photos yet. The new photo is added both to the gallery and to the post.
    await page.getByRole('button', { name: 'Photo', exact: true }).click();
    const photos = page.getByRole('dialog', { name: 'Choose a photo' });
    await photos.getByText('No photos yet. Upload some in your gallery first.').waitFor();
    await expectAccessible(page);
    await photos.locator('input[type=file]').setInputFiles(await createImage('gate.png'));
    await photos.waitFor({ state: 'detached' });
    await shareBox(page).getByAltText('The photo you chose').waitFor();

    // A post can have only one photo, GIF or video. If the player adds a second one, the page shows this rule until one
    // of them is removed.
    await page.getByRole('button', { name: 'GIF', exact: true }).click();
    const gifs = page.getByRole('dialog', { name: 'Choose a GIF' });
    await gifs.getByRole('button', { name: 'trending 0 GIF' }).click();
    const rule = shareBox(page)
      .getByRole('alert')
      .getByText('Choose one media type (Photo, YouTube, or GIF).');
    await rule.waitFor();
    await page.getByRole('button', { name: 'Remove the GIF' }).click();
    await rule.waitFor({ state: 'detached' });
    await shareField(page).fill(`With a photo of ${me.username}`);
    await send.click();
    const pictured = post(page, `With a photo of ${me.username}`);
    await pictured.getByRole('button', { name: /^Enlarge the photo/ }).click();
    const large = page.getByRole('dialog', { name: /^Photo by/ });
    await large.getByRole('img').waitFor();
    await expectAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });

    // The picker now offers the photo of the previous post.
    await page.getByRole('button', { name: 'Photo', exact: true }).click();
    await photos.getByRole('list', { name: 'Your photos' }).getByRole('button').first().waitFor();
    await page.keyboard.press('Escape');
    await photos.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'GIF', exact: true }).click();
    await gifs.getByRole('button', { name: 'trending 1 GIF', exact: true }).click();
    await send.click();
    await page.getByAltText(`GIF chosen by ${me.username}`).waitFor();

    await page.getByRole('button', { name: 'YouTube', exact: true }).click();
    const address = page.getByLabel('YouTube URL');
    await address.fill('https://example.com/watch?v=dQw4w9WgXcQ');
    await send.click();
    await shareBox(page).getByText('Invalid YouTube URL').waitFor();
    await address.fill('https://youtu.be/dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    const player = page.getByRole('button', { name: /^Play YouTube video/ });
    await post(page, me.username).filter({ has: player }).waitFor();
    // Toasts about the first post cover the page until they disappear.
    await expect
      .poll(() => page.getByRole('region', { name: 'Recent messages' }).getByRole('group').count())
      .toBe(0);
    // Scroll to the top, because elsewhere the navigation bar can partly cover a button, which axe would report as too
    // small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    // Each entry under Latest Posts links to its post in the feed.
    const latest = page.locator('section', { has: page.getByRole('heading', { name: 'Latest Posts' }) });
    await latest.getByRole('link', { name: `First words of ${me.username}` }).click();
    await page.waitForURL(/#post-\d+$/);
    await expect(words).toBeFocused();
  });

test('new posts of other players are hidden behind a button and do not move the feed, and the author deletes a post after a confirmation', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  await createPost(here, 'What one reads');
  const { page } = here;
  const deleting = await intercept(page, 'DELETE', '**/api/feed/*');
  await openFeed(page);
  const read = post(page, 'What one reads');
  await read.waitFor();
  // Wait until everything above the post is loaded.
  await page.waitForLoadState('networkidle');
  const before = await read.boundingBox();
  const created = await createPost(there, 'Something new');
  const pill = page.getByRole('button', { name: /new post/ });
  await pill.waitFor();
  expect(await read.boundingBox()).toEqual(before);
  expect(await post(page, 'Something new').count()).toBe(0);
  await pill.click();
  await post(page, 'Something new').waitFor();
  expect(await pill.count()).toBe(0);
  const order = await page.getByRole('article').allTextContents();
  expect(order.findIndex((text) => text.includes('Something new'))).toBeLessThan(
    order.findIndex((text) => text.includes('What one reads')),
  );

  // The player's own post appears immediately, and a post deleted by its author disappears.
  await shareField(page).fill('My own words');
  await page.keyboard.press('Control+Enter');
  await post(page, 'My own words').waitFor();
  expect((await requestAs(there, 'DELETE', `/api/feed/${created.id}`)).status).toBe(200);
  await post(page, 'Something new').waitFor({ state: 'detached' });

  await test.step('the author deletes a post after a confirmation', async () => {
    const remove = (text: string) => post(page, text).getByRole('button', { name: /^Delete the post/ });
    await createPost(there, 'Not mine to delete');
    await pill.click();
    await post(page, 'Not mine to delete').waitFor();
    expect(await remove('Not mine to delete').count()).toBe(0);
    deleting.answer = failWith(500);
    await remove('My own words').click();
    await answerDialog(page, 'Delete this post?', 'Cancel');
    await remove('My own words').click();
    await answerDialog(page, 'Delete this post?', 'Delete');
    await post(page, 'My own words').getByRole('alert').getByText('Failed to delete post').waitFor();
    deleting.answer = null;
    await remove('My own words').click();
    await answerDialog(page, 'Delete this post?', 'Delete');
    await post(page, 'My own words').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li') != null)).toBe(true);
  });

  // A mention links to the player.
  await createPost(there, `@${other.username} speaks of @nobody_known`);
  await pill.click();
  const mentioningPost = post(page, 'speaks of');
  await mentioningPost.getByRole('link', { name: `@${other.username}` }).click();
  await page.getByRole('dialog', { name: other.username }).getByText('Let’s play!').waitFor();
  await page.keyboard.press('Escape');
  await mentioningPost.getByRole('link', { name: '@nobody_known' }).click();
  await page.getByText('There’s no player named nobody_known.').first().waitFor();
});

test('likes and comments are counted live, and a failed like or comment shows an error', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const made = await createPost(there, 'Say something');
  for (const body of ['one.', 'two.', 'three.'])
    expect((await requestAs(there, 'POST', `/api/feed/${made.id}/comments`, { body })).status).toBe(201);
  const { page } = here;
  const liking = await intercept(page, 'POST', '**/api/feed/*/like');
  const posting = await intercept(page, 'POST', '**/api/feed/*/comments');
  await openFeed(page);
  const card = post(page, 'Say something');

  await test.step('after several quick presses, the like has the state of the last press', async () => {
    const like = likeButton(card);
    const storedPost = async () =>
      (await requestAs<{ post: Post }>(here, 'GET', `/api/feed/${made.id}`)).body.post;
    for (let press = 0; press < 7; press++) await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await storedPost()).liked).toBe(true);
    for (let press = 0; press < 6; press++) await like.click();
    await expect.poll(async () => (await storedPost()).likes).toBe(1);
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    // Likes of other players are counted live.
    await requestOk(there, 'POST', `/api/feed/${made.id}/like`);
    await card.getByRole('button', { name: '2 likes', exact: true }).click();
    const likers = page.getByRole('dialog', { name: 'Liked by' });
    await likers.getByRole('link', { name: me.username }).first().waitFor();
    await expectAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await likers.waitFor({ state: 'detached' });

    await like.click();
    await expect.poll(async () => (await storedPost()).liked).toBe(false);
    await requestOk(there, 'DELETE', `/api/feed/${made.id}/like`);
    await card.getByRole('button', { name: /^\d+ likes?$/ }).waitFor({ state: 'detached' });
    liking.answer = failWith(500);
    await like.click();
    await page.getByText('Like failed.').first().waitFor();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('comments load in full, appear live and can be deleted', async () => {
    const commentWith = (text: string) => card.getByRole('listitem').filter({ hasText: text });
    await commentWith('three.').waitFor();
    expect(await commentWith('one.').count()).toBe(0);
    await card.getByRole('button', { name: 'View all 3 comments' }).click();
    await commentWith('one.').waitFor();

    await card.getByRole('button', { name: '3 comments', exact: true }).click();
    const field = card.getByLabel('Write a comment');
    await expect(field).toBeFocused();
    posting.answer = failNetwork;
    await field.fill('four.');
    await page.keyboard.press('Control+Enter');
    await card.getByRole('alert').getByText('Failed to add comment').waitFor();
    expect(await field.inputValue()).toBe('four.');
    posting.answer = failWith(403, { code: 'forbidden', message: 'You are muted until tomorrow.' });
    await page.keyboard.press('Control+Enter');
    await card.getByRole('alert').getByText('You are muted until tomorrow.').waitFor();
    posting.answer = null;
    await awayAndBack(page, me.username);
    await expect(field).toHaveValue('four.');
    await card.getByRole('button', { name: 'View all 3 comments' }).click();
    await card.getByRole('button', { name: 'Add a GIF' }).click();
    await page
      .getByRole('dialog', { name: 'Choose a GIF' })
      .getByRole('button', { name: 'trending 2 GIF', exact: true })
      .click();
    await card.getByRole('button', { name: 'Send comment' }).click();
    await commentWith('four.').getByAltText(`GIF chosen by ${me.username}`).waitFor();
    expect(await field.inputValue()).toBe('');
    await card.getByRole('button', { name: '4 comments', exact: true }).waitFor();
    await expectAccessible(page);

    // New comments by others appear while the full list is open.
    await requestAs(there, 'POST', `/api/feed/${made.id}/comments`, { body: 'five.' });
    await commentWith('five.').waitFor();
    await card.getByRole('button', { name: '5 comments', exact: true }).waitFor();
    expect(
      await commentWith('five.')
        .getByRole('button', { name: /^Delete/ })
        .count(),
    ).toBe(0);
    await commentWith('four.')
      .getByRole('button', { name: `Delete the comment by ${me.username}` })
      .click();
    await answerDialog(page, 'Delete this comment?', 'Delete');
    await commentWith('four.').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: '4 comments', exact: true }).waitFor();
    await commentWith('one.').getByRole('link', { name: other.username }).first().waitFor();
  });
});

test('a link to a post opens it wherever it is in the feed, and a link to a deleted post shows a message', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there } = await createPlayerAndClient({ newVisitor, newClient });
  const old = await createPost(there, 'An old story');
  for (let made = 1; made <= 12; made++) await createPost(there, `Newer story ${made}.`);
  const { page } = here;
  await openFeed(page, `#post-${old.id}`);
  const pinned = page.getByRole('region', { name: 'Linked post' });
  await pinned.getByText('An old story').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${old.id}`);
  await expectAccessible(page);
  await pinned.getByRole('button', { name: 'Close this post' }).click();
  await pinned.waitFor({ state: 'detached' });

  // Open the same URL again after closing the post, as a notification does.
  await page.evaluate((id) => {
    location.hash = '';
    location.hash = `post-${id}`;
  }, old.id);
  await pinned.getByText('An old story').waitFor();
  await requestAs(there, 'DELETE', `/api/feed/${old.id}`);
  await pinned.getByText('This post is not available.').waitFor();
  await page.evaluate(() => {
    location.hash = 'post-999999999';
  });
  await pinned.getByText('This post is not available.').waitFor();

  // Open a new post that the feed does not show until its button for new posts is pressed.
  const fresh = await createPost(there, 'Hot from the forge');
  await page.getByRole('button', { name: /new post/ }).waitFor();
  await page.evaluate((id) => {
    location.hash = `post-${id}`;
  }, fresh.id);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${fresh.id}`);
  expect(await pinned.count()).toBe(0);
});

test('a long feed loads on demand, in order, and reports failures', async ({ newVisitor }) => {
  const visitor = await newVisitor({ width: 360 });
  await signUpPlayer(visitor);
  for (let made = 1; made <= 25; made++) await createPost(visitor, `entry ${made}.`);
  await createPost(visitor, LONG_TEXT);
  const { page } = visitor;
  await failDashboardCall(page);
  const posts = await intercept(page, 'GET', '**/api/feed?*');
  const activity = await intercept(page, 'GET', '**/api/activity?*');
  posts.answer = failWith(400);
  await openFeed(page);
  const error = page.getByRole('alert').filter({ hasText: 'Failed to load posts (400)' });
  await error.first().waitFor();
  activity.answer = failWith(400);
  await clickRetry(page, posts, error.first().getByRole('button', { name: 'Try again' }));
  await post(page, 'entry 25.').waitFor();
  await page.reload();
  await page.getByRole('alert').getByText('Failed to load activity (400)').waitFor();
  await post(page, 'entry 25.').waitFor();
  const activityError = page.getByRole('alert').filter({ hasText: 'activity (400)' });
  await clickRetry(page, activity, activityError.getByRole('button'));
  const more = page.getByRole('button', { name: 'Load more' });
  await more.waitFor();

  const hostile = post(page, '<img src=x onerror=alert(1)><b>bold</b>');
  await hostile.waitFor();
  expect(await page.locator('main b, main img[src="x"]').count()).toBe(0);
  await expectNoHorizontalScroll(page);
  // Scroll to the top, because elsewhere the navigation bar partly covers an element.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  posts.answer = failNetwork;
  activity.answer = failNetwork;
  // Scroll to the button first, because this renders the posts near it, which move the button.
  await more.scrollIntoViewIfNeeded();
  await more.click();
  await page
    .getByRole('alert')
    .getByText(/^Failed to load (posts|activity)/)
    .waitFor();
  posts.answer = null;
  activity.answer = null;
  await page
    .getByRole('region', { name: 'Feed', exact: true })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect.poll(() => post(page, /entry \d+\./).count()).toBeGreaterThan(12);
  while ((await more.count()) > 0 && (await post(page, /entry 1\./).count()) === 0) {
    const before = await page.getByRole('article').count();
    await more.scrollIntoViewIfNeeded();
    await more.click();
    await expect
      .poll(async () => (await page.getByRole('article').count()) + 100 * Number((await more.count()) === 0))
      .not.toBe(before);
  }
  const numbers = (await post(page, /entry \d+\./).allTextContents()).map((text) =>
    Number(/entry (\d+)\./.exec(text)?.[1]),
  );
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
});

test('a failed post keeps its draft, and retries create the post only once', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const sharing = await intercept(page, 'POST', '**/api/feed');
  await openFeed(page);
  await shareField(page).fill('Not lost');
  sharing.answer = failNetwork;
  await page.keyboard.press('Control+Enter');
  await shareBox(page).getByRole('alert').getByText('Post failed').waitFor();
  sharing.answer = failWith(403, { code: 'forbidden', message: 'You are muted until tomorrow.' });
  await page.keyboard.press('Control+Enter');
  await shareBox(page).getByRole('alert').getByText('You are muted until tomorrow.').waitFor();
  // The post is created, but its response is lost.
  sharing.answer = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.keyboard.press('Control+Enter');
  await shareBox(page).getByRole('alert').getByText('Post failed').waitFor();
  expect(await shareField(page).inputValue()).toBe('Not lost');
  // Returning to the page does not send the post again.
  await awayAndBack(page, me.username);
  await expect(shareField(page)).toHaveValue('Not lost');
  const held = heldResponse();
  sharing.answer = held.answer;
  await shareField(page).press('Control+Enter');
  await expect.poll(() => shareField(page).isEditable()).toBe(false);
  // Returning before the response arrives does not send the post again either.
  await awayAndBack(page, me.username);
  await expect(shareField(page)).toHaveValue('Not lost');
  held.release();
  sharing.answer = null;
  await expect(shareField(page)).toHaveValue('');
  expect(await post(page, 'Not lost').count()).toBe(1);
  const { items } = await requestOk<{ items: Post[] }>(visitor, 'GET', '/api/feed');
  expect(items.filter(({ text, author }) => text === 'Not lost' && author.id === me.id)).toHaveLength(1);
  await shareField(page).fill('x'.repeat(2_001));
  await shareBox(page).getByText('2001/2000').waitFor();
  await shareBox(page).getByText('Use at most 2,000 characters').waitFor();
});

test('the dashboard makes at most 8 API requests when it opens', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  await signUpPlayer(visitor);
  const { page } = visitor;
  let calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  // A visit makes at most 8 requests. If there are more, repeat the visit, because slow data or a slow
  // connection on a busy machine can cause additional requests.
  for (let visit = 0; visit < 4 && (visit === 0 || calls.length > 8); visit++) {
    calls = [];
    await openFeed(page);
    await page.waitForLoadState('networkidle');
  }
  expect(calls).toContain('/api/dashboard');
  expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(8);
});
