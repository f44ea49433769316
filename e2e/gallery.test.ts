import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, heldResponse, intercept } from './fixtures.ts';
import { createImages, postImages } from './images.ts';
import { layoutShiftsOf, recordLayoutShifts } from './layout-shifts.ts';
import { type Client, requestAs, signUpPlayer } from './players.ts';
import { answerDialog } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

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
  test(`the owner adds, describes and deletes photos, and sets one as avatar (${width} px)`, async ({
    newVisitor,
  }) => {
    const visitor = await newVisitor({ width, theme: width === 375 ? 'light' : 'dark' });
    const me = await signUpPlayer(visitor);
    const { page } = visitor;
    const sending = await intercept(page, 'POST', '**/api/photos');
    await page.goto('/my-gallery');
    await page.getByText('No photos yet.').waitFor();

    await page
      .locator('input[type=file]')
      .setInputFiles(await createImages(['noon.png', 'dawn.png', 'dusk.png']));
    await page.getByLabel('Caption of dawn.png').fill('The gate at dawn');
    await page.getByLabel('Caption of dusk.png').fill('The gate at dusk');
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    // While photos are uploading, leaving the page requires a confirmation, and an upload can be cancelled.
    const held = heldResponse((route) => route.continue().catch(() => undefined));
    sending.answer = held.answer;
    await page.getByRole('button', { name: 'Upload 3 photos' }).click();
    await page.getByRole('progressbar', { name: 'Uploading noon.png' }).waitFor();
    await page.getByRole('link', { name: 'Rivalhold' }).first().click();
    await answerDialog(page, 'Leave the page?', 'Stay');
    await page.getByRole('button', { name: 'Cancel the upload of noon.png' }).click();
    sending.answer = null;
    held.release();
    await tile(page, 'The gate at dawn').waitFor();
    await tile(page, 'The gate at dusk').waitFor();
    await page.getByRole('heading', { name: 'Photos to add' }).waitFor({ state: 'detached' });
    expect(await galleryOf(visitor, me.id)).toHaveLength(2);

    await tile(page, 'The gate at dawn').click();
    await large(page).waitFor();
    await page.getByRole('button', { name: 'Edit caption' }).click();
    await page.getByLabel('Caption', { exact: true }).fill('Dawn, as it should be');
    await page.keyboard.press('Enter');
    await large(page).getByText('Dawn, as it should be').waitFor();
    await page.getByRole('button', { name: 'Set as avatar' }).click();
    await page.getByRole('button', { name: 'Your avatar' }).waitFor();
    const shown = (await galleryOf(visitor, me.id)).find(({ caption }) => caption.startsWith('Dawn'));
    const session = () => requestAs<{ user: { avatarUrl: string | null } }>(visitor, 'GET', '/api/session');
    expect((await session()).body.user.avatarUrl).toBe(shown?.imageUrl);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete this photo?').waitFor();
    await expectAccessible(page);
    await page
      .getByRole('group', { name: 'Delete this photo?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await large(page).waitFor({ state: 'detached' });
    await tile(page, 'Dawn, as it should be').waitFor({ state: 'detached' });
    await tile(page, 'The gate at dusk').waitFor();
    expect((await session()).body.user.avatarUrl).toBeNull();
  });

test('a long gallery loads more photos on demand without moving the loaded photos, and photos can be liked', async ({
  newVisitor,
  newClient,
}) => {
  const { here: visitor, there: owner, other: me } = await createPlayerAndClient({ newVisitor, newClient });
  const captions = Array.from({ length: 30 }, (_, index) => `Photo ${30 - index}`);
  const photos = await addPhotos(owner, captions);
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

  // A link to a photo opens the photo. When the viewer reaches the last loaded photos, it loads the rest. Only then
  // does it show the total number.
  await page.goto(`/gallery/${me.id}?photo=${photos.at(-20)?.id}`);
  await large(page).getByRole('button', { name: 'Like, 0 likes' }).click();
  await large(page).getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
  await expect.poll(async () => (await galleryOf(visitor, me.id))[19]?.likes).toBe(1);
  for (let at = 20; at <= 30; at++) {
    await large(page)
      .getByText(new RegExp(`^${at}( of 30)?$`))
      .waitFor();
    await page.keyboard.press('ArrowRight');
  }
  await large(page).getByText('30 of 30').waitFor();
  const oldest = page.url();
  await expectAccessible(page);

  await page.goto(`/profiles/${me.id}`);
  await page.getByRole('link', { name: /^View all photos/ }).click();
  await page.getByRole('heading', { name: `${me.username}’s gallery` }).waitFor();

  // In the gallery, closing a photo also works after moving to another photo, and leaves no history entry.
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
  await large(page)
    .getByText(/^3( of 30)?$/)
    .waitFor();
  await page.goBack();
  await page.waitForURL(`**/profiles/${me.id}`);
  await expect(shown).toBeFocused();

  // A link to the oldest photo opens that photo. A link to a missing photo shows a message.
  await page.goto(oldest);
  await large(page).getByText('30 of 30').waitFor();
  await page.goto(`/gallery/${me.id}?photo=999999`);
  await page.getByText('This photo no longer exists.').waitFor();
  await page.waitForURL((url) => url.search === '');
});
