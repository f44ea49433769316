import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { clickRetry, createPlayerAndClient, failNetwork, failWith, intercept, setRole } from './fixtures.ts';
import { createImages, postImages } from './images.ts';
import { layoutShiftsOf, recordLayoutShifts } from './layout-shifts.ts';
import { type Client, requestAs, signUpPlayer } from './players.ts';
import { answerDialog } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

/** Timeout for slow steps, because the machine can be busy with other tests. */
const LONG_TIMEOUT = { timeout: 10_000 };

type Photo = { id: number; imageUrl: string; likes: number; caption: string };

/** Add photos through the API. The last photo is the first in the gallery. */
async function addPhotos(client: Client, captions: readonly string[]): Promise<Photo[]> {
  const form = { path: '/api/photos', field: 'photo', captions };
  return (await postImages<{ photo: Photo }>(client, form)).map(({ photo }) => photo);
}

const large = (page: Page) => page.getByRole('dialog', { name: /gallery$/ });
const tile = (page: Page, caption: string) =>
  page.getByRole('link').filter({ has: page.getByAltText(caption, { exact: true }) });
const galleryOf = async (client: Client, id: number) =>
  (await requestAs<{ photos: Photo[] }>(client, 'GET', `/api/photos/user/${id}`)).body.photos;

for (const width of widthsOfRun(375, 1280))
  test(`the owner adds, describes and deletes photos, and sets one as avatar, at ${width} px`, async ({
    newVisitor,
  }) => {
    const visitor = await newVisitor({ width, theme: width === 375 ? 'light' : 'dark' });
    const me = await signUpPlayer(visitor);
    const { page } = visitor;
    const setting = await intercept(page, 'PATCH', '**/api/photos/*/avatar');
    await page.goto('/my-gallery');
    await page.getByText('No photos yet.').waitFor();
    await expectAccessible(page);

    const files = await createImages(['dawn.png', 'dusk.png']);
    const input = page.locator('input[type=file]');
    await input.setInputFiles([
      ...files,
      { name: 'story.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ]);
    await page.getByText('Invalid file type. Use .jpg, .png, .jpeg, or .gif.').waitFor();
    await page.getByLabel('Caption of dawn.png').fill('The gate at dawn');
    await page.getByLabel('Caption of dusk.png').fill('The gate at dusk');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Remove story.pdf' }).click();
    await page.getByRole('button', { name: 'Upload 2 photos' }).click();
    await tile(page, 'The gate at dawn').waitFor();
    await tile(page, 'The gate at dusk').waitFor();
    await page.getByRole('heading', { name: 'Photos to add' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    await tile(page, 'The gate at dawn').click();
    await large(page).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit caption' }).click();
    await page.getByLabel('Caption', { exact: true }).fill('Dawn, as it should be');
    await page.keyboard.press('Enter');
    await large(page).getByText('Dawn, as it should be').waitFor();
    setting.answer = failWith(500);
    await page.getByRole('button', { name: 'Set as avatar' }).click();
    await page.getByText('Could not set avatar.').first().waitFor();
    setting.answer = null;
    await page.getByRole('button', { name: 'Set as avatar' }).click();
    await page.getByRole('button', { name: 'Your avatar' }).waitFor();
    const shown = (await galleryOf(visitor, me.id)).find(({ caption }) => caption.startsWith('Dawn'));
    const session = () => requestAs<{ user: { avatarUrl: string | null } }>(visitor, 'GET', '/api/session');
    expect((await session()).body.user.avatarUrl).toBe(shown?.imageUrl);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete this photo?').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('group', { name: 'Delete this photo?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await large(page).waitFor({ state: 'detached' });
    await tile(page, 'Dawn, as it should be').waitFor({ state: 'detached' });
    await tile(page, 'The gate at dusk').waitFor();
    expect((await session()).body.user.avatarUrl).toBeNull();
  });

test('an upload can be cancelled, and a failed upload can be retried and keeps its caption', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const sending = await intercept(page, 'POST', '**/api/photos');
  await page.goto('/my-gallery');
  await page.getByText('No photos yet.').waitFor();
  await page.locator('input[type=file]').setInputFiles(await createImages(['one.png']));
  await page.getByLabel('Caption of one.png').fill('Kept');
  // Never respond, so that the upload runs until the page cancels it.
  sending.answer = async () => {};
  await page.getByRole('button', { name: 'Upload 1 photo' }).click();
  await page.getByRole('progressbar', { name: 'Uploading one.png' }).waitFor();
  await page.getByRole('link', { name: 'Rivalhold' }).first().click();
  await answerDialog(page, 'Leave the page?', 'Stay');
  await page.getByRole('button', { name: 'Cancel one.png' }).click();
  await page.getByRole('heading', { name: 'Photos to add' }).waitFor({ state: 'detached' });

  await page.locator('input[type=file]').setInputFiles(await createImages(['two.png']));
  await page.getByLabel('Caption of two.png').fill('Kept');
  sending.answer = failNetwork;
  await page.getByRole('button', { name: 'Upload 1 photo' }).click();
  await page.getByRole('alert').getByText('Upload failed.').waitFor();
  sending.answer = null;
  await page.getByRole('button', { name: 'Upload 1 photo' }).click();
  await tile(page, 'Kept').waitFor();
  expect(await galleryOf(visitor, me.id)).toHaveLength(1);
});

test('another player’s gallery can be reloaded after a failure, and a like has the state of the last press and reports failures', async ({
  newVisitor,
  newClient,
}) => {
  const { here: visitor, there: owner, other: me } = await createPlayerAndClient({ newVisitor, newClient });
  const [photo] = await addPhotos(owner, ['The old bridge']);
  const { page } = visitor;
  const loading = await intercept(page, 'GET', '**/api/photos/user/*');
  loading.answer = failWith(403, { code: 'internal', message: '' });
  const liking = await intercept(page, 'POST', '**/api/photos/*/like');
  await page.goto(`/gallery/${me.id}`);
  await page.getByRole('alert').getByText('Failed to load gallery.').waitFor();
  await clickRetry(page, loading, page.getByRole('button', { name: 'Try again' }));
  const like = page.getByRole('button', { name: /^Like/ });
  const pressed = (on: boolean) => page.getByRole('button', { name: /^Like/, pressed: on });
  await like.click();
  await page.getByRole('button', { name: 'Like, 1 like' }).waitFor();
  await expect.poll(async () => (await galleryOf(visitor, me.id))[0]?.likes, LONG_TIMEOUT).toBe(1);

  for (let press = 0; press < 7; press++) await like.click();
  await pressed(false).waitFor();
  await expect.poll(async () => (await galleryOf(visitor, me.id))[0]?.likes, LONG_TIMEOUT).toBe(0);

  liking.answer = failWith(500);
  await like.click();
  await page.getByText('Like failed.').first().waitFor();
  await pressed(false).waitFor();
  liking.answer = null;
  await like.click();
  await expect.poll(async () => (await galleryOf(visitor, me.id))[0]?.likes, LONG_TIMEOUT).toBe(1);
  await page.reload();
  await pressed(true).waitFor();
  expect(await page.getByRole('button', { name: 'Add photos' }).count()).toBe(0);
  await page.goto(`/gallery/${me.id}?photo=${photo?.id}`);
  await large(page).waitFor();
  expect(await page.getByRole('button', { name: /Delete|avatar|caption/ }).count()).toBe(0);
  await expectAccessible(page);

  await page.goto('/gallery/99999999');
  await page.getByRole('heading', { name: 'Gallery not found.' }).waitFor();
});

test('a moderator deletes a photo after a confirmation, and failures are reported', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const {
    here: visitor,
    me: moderator,
    there: owner,
    other: me,
  } = await createPlayerAndClient({ newVisitor, newClient });
  await addPhotos(owner, ['Not for this place', 'Fine']);
  setRole(site, moderator, 'moderator');
  await expect
    .poll(
      async () =>
        (await requestAs<{ user: { role: string } }>(visitor, 'GET', '/api/session')).body.user.role,
      LONG_TIMEOUT,
    )
    .toBe('moderator');
  const { page } = visitor;
  const deleting = await intercept(page, 'DELETE', '**/api/photos/*');
  await page.goto(`/gallery/${me.id}`);
  await tile(page, 'Not for this place').click();
  const yes = page.getByRole('group', { name: 'Delete this photo?' }).getByRole('button', { name: 'Delete' });
  expect(await page.getByRole('button', { name: /avatar|caption/ }).count()).toBe(0);
  deleting.answer = failWith(500);
  await page.getByRole('button', { name: 'Delete' }).click();
  await yes.click();
  await page.getByText('Delete failed.').first().waitFor();
  deleting.answer = null;
  await page.getByRole('button', { name: 'Delete' }).click();
  await yes.click();
  await tile(page, 'Not for this place').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await galleryOf(owner, me.id)).map(({ caption }) => caption))
    .toEqual(['Fine']);
});

test('a long gallery loads more photos while the player scrolls or browses the photo viewer, without moving the loaded photos', async ({
  newVisitor,
  newClient,
}) => {
  const { here: visitor, there: owner, other: me } = await createPlayerAndClient({ newVisitor, newClient });
  const captions = Array.from({ length: 30 }, (_, index) => `Photo ${30 - index}`);
  await addPhotos(owner, captions);
  const { page } = visitor;
  await recordLayoutShifts(page);
  await page.goto(`/gallery/${me.id}`);
  await tile(page, 'Photo 1').waitFor();
  await page.mouse.wheel(0, 5_000);
  await tile(page, 'Photo 30').waitFor();
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  const { sum, details } = await layoutShiftsOf(page);
  expect(sum, details).toBeLessThan(0.02);
  await expectNoHorizontalScroll(page);

  // Open a photo from the profile, continue by keyboard, and return with the browser's back button.
  await page.goto(`/profiles/${me.id}`);
  await tile(page, 'Photo 6').click();
  await page.waitForURL(/\/gallery\/\d+\?photo=\d+$/);
  // The viewer shows the total number of photos only once all photos are loaded.
  for (let at = 6; at <= 30; at++) {
    await large(page)
      .getByText(new RegExp(`^${at}( of 30)?$`))
      .waitFor();
    await page.keyboard.press('ArrowRight');
  }
  await large(page).getByText('30 of 30').waitFor();
  const oldest = page.url();
  await page.keyboard.press('Escape');
  await large(page).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await page.getByRole('link', { name: /^View all photos/ }).click();
  await page.getByRole('heading', { name: `${me.username}’s gallery` }).waitFor();

  // A photo that was opened in the gallery can be closed after moving to another photo, and leaves no history entry.
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('main').locator('a[href*="photo="]').first().click();
    await large(page)
      .getByText(/^1( of 30)?$/)
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await close();
    await large(page).waitFor({ state: 'detached' });
    await page.waitForURL(/\/gallery\/\d+$/);
  }
  await page.goBack();
  await page.waitForURL(`**/profiles/${me.id}`);

  // Closing a photo that was opened on the profile returns to the profile, and restores the focus.
  const shown = page.getByRole('main').locator('a[href*="photo="]').nth(2);
  await shown.focus();
  await page.keyboard.press('Enter');
  await large(page).getByText('3 of 30').waitFor();
  await page.goBack();
  await page.waitForURL(`**/profiles/${me.id}`);
  await expect(shown).toBeFocused();

  // A link to a photo opens the photo, even the oldest one. A link to a missing photo shows a message.
  await page.goto(oldest);
  await large(page).getByText('30 of 30').waitFor();
  await page.goto(`/gallery/${me.id}?photo=999999`);
  await page.getByText('This photo no longer exists.').waitFor();
  await page.waitForURL((url) => url.search === '');
});
