import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, waitForLiveConnection } from './fixtures.ts';
import { createImage } from './images.ts';
import { MALICIOUS_TEXT } from './page-checks.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { answerDialog, createPost, likeButton, openFeed, post, shareBox, shareField } from './posts.ts';
import { expect, test } from './test.ts';

test('a post can contain text, a photo or a video, and malicious text is shown as text and fits a phone', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 375, theme: 'light' });
  const me = await signUpPlayer(visitor);
  await createPost(visitor, `${MALICIOUS_TEXT} ${'W'.repeat(300)}`);
  const { page } = visitor;
  await openFeed(page);
  const send = shareBox(page).getByRole('button', { name: 'Post', exact: true });
  await shareField(page).fill(`First words of ${me.username}`);
  await page.keyboard.press('Control+Enter');
  const words = post(page, `First words of ${me.username}`);
  await words.waitFor();
  await expect(shareField(page)).toHaveValue('');

  // The player has no photos yet. The new photo is added both to the gallery and to the post.
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  const photos = page.getByRole('dialog', { name: 'Choose a photo' });
  await photos.getByText('No photos yet. Upload some in your gallery first.').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await photos.locator('input[type=file]').setInputFiles(await createImage('gate.png'));
  await photos.waitFor({ state: 'detached' });
  await shareBox(page).getByAltText('The photo you chose').waitFor();
  await shareField(page).fill(`With a photo of ${me.username}`);
  await send.click();
  const pictured = post(page, `With a photo of ${me.username}`);
  await pictured.getByRole('button', { name: /^Enlarge the photo/ }).click();
  const large = page.getByRole('dialog', { name: /^Photo by/ });
  await large.getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'YouTube', exact: true }).click();
  await page.getByLabel('YouTube URL').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.keyboard.press('Enter');
  const player = page.getByRole('button', { name: /^Play YouTube video/ });
  await post(page, me.username).filter({ has: player }).waitFor();
  await post(page, '<img src=x onerror=alert(1)><b>bold</b>').waitFor();
  expect(await page.locator('main b, main img[src="x"]').count()).toBe(0);
  // Wait until the toasts about the first post, which cover the page, have disappeared.
  await expect
    .poll(() => page.getByRole('region', { name: 'Recent messages' }).getByRole('group').count())
    .toBe(0);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  // Each entry under Latest Posts links to its post in the feed.
  const latest = page.locator('section', { has: page.getByRole('heading', { name: 'Latest Posts' }) });
  await latest.getByRole('link', { name: `First words of ${me.username}` }).click();
  await page.waitForURL(/#post-\d+$/);
  await expect(words).toBeFocused();
});

test('new posts by others wait behind a button, likes and comments appear live, and an author deletes a post', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const read = await createPost(here, 'The post on the screen');
  const comment = (body: string) => requestOk(there, 'POST', `/api/feed/${read.id}/comments`, { body });
  for (const body of ['one.', 'two.', 'three.']) await comment(body);
  const { page } = here;
  await openFeed(page);
  const card = post(page, 'The post on the screen');
  await card.waitFor();
  // Wait until everything above the post is loaded.
  await page.waitForLoadState('networkidle');
  const before = await card.boundingBox();
  const created = await createPost(there, 'Something new');
  const pill = page.getByRole('button', { name: /new post/ });
  await pill.waitFor();
  expect(await card.boundingBox()).toEqual(before);
  expect(await post(page, 'Something new').count()).toBe(0);
  await pill.click();
  await post(page, 'Something new').waitFor();
  await expect(pill).toHaveCount(0);
  const order = await page.getByRole('article').allTextContents();
  expect(order.findIndex((text) => text.includes('Something new'))).toBeLessThan(
    order.findIndex((text) => text.includes('The post on the screen')),
  );
  await requestOk(there, 'DELETE', `/api/feed/${created.id}`);
  await post(page, 'Something new').waitFor({ state: 'detached' });

  await likeButton(card).click();
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'true');
  await requestOk(there, 'POST', `/api/feed/${read.id}/like`);
  await card.getByRole('button', { name: '2 likes', exact: true }).click();
  const likers = page.getByRole('dialog', { name: 'Liked by' });
  await likers.getByRole('link', { name: other.username }).first().waitFor();
  await page.keyboard.press('Escape');
  await likers.waitFor({ state: 'detached' });

  const commentWith = (text: string) => card.getByRole('listitem').filter({ hasText: text });
  await card.getByRole('button', { name: 'View all 3 comments' }).click();
  await commentWith('one.').waitFor();
  await card.getByRole('button', { name: '3 comments', exact: true }).click();
  await expect(card.getByLabel('Write a comment')).toBeFocused();
  await page.keyboard.insertText('four.');
  await page.keyboard.press('Control+Enter');
  await card.getByRole('button', { name: '4 comments', exact: true }).waitFor();
  await expectAccessible(page);
  // New comments by others appear while the full list is open.
  await comment('five.');
  await commentWith('five.').waitFor();
  await card.getByRole('button', { name: '5 comments', exact: true }).waitFor();

  await card.getByRole('button', { name: /^Delete the post/ }).click();
  await answerDialog(page, 'Delete this post?', 'Delete');
  await card.waitFor({ state: 'detached' });
});

test('a link to a post opens it wherever it is in the feed, and a link to a deleted post shows a message', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there } = await createPlayerAndClient({ newVisitor, newClient });
  const old = await createPost(there, 'An old story');
  await Promise.all(Array.from({ length: 10 }, (_, made) => createPost(there, `Newer story ${made}.`)));
  const { page } = here;
  const connected = waitForLiveConnection(page);
  await openFeed(page, `#post-${old.id}`);
  const pinned = page.getByRole('region', { name: 'Linked post' });
  await pinned.getByText('An old story').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${old.id}`);
  await pinned.getByRole('button', { name: 'Close this post' }).click();
  await pinned.waitFor({ state: 'detached' });

  // A notification can open the same URL again after the post was closed.
  const open = (id: number) =>
    page.evaluate((post) => {
      location.hash = '';
      location.hash = `post-${post}`;
    }, id);
  await open(old.id);
  await pinned.getByText('An old story').waitFor();
  // Wait for the live connection. Otherwise, the page could miss the deletion of the linked post.
  await connected;
  await requestOk(there, 'DELETE', `/api/feed/${old.id}`);
  await pinned.getByText('This post is not available.').waitFor();

  // Open a link to a new post while the feed does not show the post yet, but only a button for new posts.
  const fresh = await createPost(there, 'Hot from the forge');
  await page.getByRole('button', { name: /new post/ }).waitFor();
  await open(fresh.id);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${fresh.id}`);
  await expect(pinned).toHaveCount(0);
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
