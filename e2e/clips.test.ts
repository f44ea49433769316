import type { Page } from '@playwright/test';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import {
  addClips,
  clipBar,
  clipsOf,
  clipViewer,
  composer,
  fileChooser,
  groupOf,
  openBar,
  ownClips,
  recordVideo,
  setPageVisible,
  showOnly,
  waitForClip,
  waitForViewerClosed,
} from './clips.ts';
import { createPlayerAndClient, createTwoPlayers, failNetwork, intercept, setRole } from './fixtures.ts';
import { createImage } from './images.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

test.describe.configure({ mode: 'default' });

for (const width of widthsOfRun(375, 1280))
  test(`a clip appears live, counts one view and one like, and can be deleted by its owner and staff (${width} px)`, async ({
    newVisitor,
    site,
  }) => {
    const { here, me, there, other } = await createTwoPlayers(newVisitor, { width });
    await Promise.all([showOnly(here.page, [me, other]), showOnly(there.page, [me, other])]);
    if (width === 1280) await there.page.setViewportSize({ width: 375, height: 720 });
    const { page } = here;
    const posting = await intercept(page, 'POST', '**/api/clips');
    await Promise.all([setPageVisible(page, false), setPageVisible(there.page, false)]);
    await Promise.all([openBar(page), openBar(there.page)]);
    await clipBar(page).getByText('No clips right now.').waitFor();

    // The upload succeeds, but its response is lost. A retry must not create a second clip.
    posting.answer = async (route) => {
      await route.fetch();
      await route.abort();
    };
    await fileChooser(page).setInputFiles(await createImage('gate.png'));
    await composer(page).getByAltText('Preview of gate.png').waitFor();
    await page.getByLabel('Caption').fill('The gate at dawn');
    await composer(page).getByText('16/200').waitFor();
    await expectAccessible(page, '[role="dialog"]');
    await expectNoHorizontalScroll(page);
    await page.keyboard.press('Enter');
    await composer(page).waitFor({ state: 'detached' });
    const retry = page
      .getByRole('group', { name: 'Network error during upload.' })
      .getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    posting.answer = null;
    await retry.click();
    await clipBar(page).getByRole('button', { name: 'Your clips: 1 clip' }).waitFor();
    await clipBar(page).getByRole('button', { name: 'Cancel the upload' }).waitFor({ state: 'detached' });
    expect(await clipsOf(here, me)).toHaveLength(1);

    // The other player sees the clip without a reload, and watches it.
    const group = groupOf(there.page, me);
    await there.page.getByRole('button', { name: `${me.username}: 1 clip, 1 new` }).waitFor();
    await group.click();
    await waitForClip(there.page, 1, 1, me);
    await clipViewer(there.page).getByRole('img', { name: '1 view', exact: true }).waitFor();
    await clipViewer(there.page).getByText('The gate at dawn').waitFor();
    await expectAccessible(there.page, '[role="dialog"]');
    await expectNoHorizontalScroll(there.page);
    await clipViewer(there.page).getByRole('button', { name: 'Like, 0 likes' }).click();
    await clipViewer(there.page).getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
    await expect.poll(async () => (await clipsOf(here, me))[0]?.likesCount).toBe(1);
    await there.page.keyboard.press('Escape');
    await waitForViewerClosed(there.page);
    await there.page.getByRole('button', { name: `${me.username}: 1 clip`, exact: true }).waitFor();
    expect(await group.evaluate((button) => button === document.activeElement)).toBe(true);

    await test.step('the owner and staff delete a clip after a confirmation, and it disappears from open pages', async () => {
      setRole(site, other, 'moderator');
      await addClips(here, ['Mine to delete']);
      await ownClips(page).click();
      await clipViewer(page)
        .getByText(/of 2 by/)
        .waitFor();
      const yes = (page: Page) =>
        clipViewer(page)
          .getByRole('group', { name: 'Delete this clip?' })
          .getByRole('button', { name: 'Delete' });

      await there.page.getByRole('button', { name: `${me.username}: 2 clips, 1 new` }).waitFor();
      await group.click();
      await waitForClip(there.page, 2, 2, me);
      await there.page.keyboard.press('ArrowLeft');
      await waitForClip(there.page, 1, 2, me);
      await clipViewer(there.page).getByRole('button', { name: 'Delete this clip' }).click();
      if (LONG) await expectAccessible(there.page, '[role="dialog"]');
      await yes(there.page).click();
      await clipViewer(there.page).getByText('Mine to delete').waitFor();
      await waitForClip(page, 1, 1, me);

      const remove = clipViewer(page).getByRole('button', { name: 'Delete this clip' });
      await remove.click();
      // Escape closes the confirmation but not the viewer.
      await page.keyboard.press('Escape');
      await remove.click();
      await yes(page).click();
      await waitForViewerClosed(page);
      await waitForViewerClosed(there.page);
      expect(await clipsOf(here, me)).toEqual([]);
      await clipBar(page).getByText('No clips right now.').waitFor();
    });
  });

test('players move through clips by tap, key or timer; the viewer closes at either end; expired clips disappear', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me: other, there, other: me } = await createPlayerAndClient({ newVisitor, newClient });
  const [, second, third] = await addClips(there, ['one', 'two', 'three']);
  await addClips(here, ['own']);
  const { page } = here;
  await showOnly(page, [me, other]);
  await page.clock.install();
  await setPageVisible(page, false);
  await openBar(page);
  const group = groupOf(page, me);
  const seen = () => clipViewer(page).getByRole('img', { name: '1 view', exact: true }).waitFor();
  await group.click();
  await waitForClip(page, 1, 3, me);
  await seen();
  await page.keyboard.press('ArrowRight');
  await waitForClip(page, 2, 3, me);
  await seen();
  expect(new URL(page.url()).hash).toBe(`#clip-${second?.id}`);
  await clipViewer(page).getByRole('button', { name: 'Previous clip' }).click();
  await waitForClip(page, 1, 3, me);
  await page.keyboard.press('ArrowLeft');
  await waitForClip(page, 1, 1, other);
  await expect(clipViewer(page).getByRole('button', { name: 'Delete this clip' })).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await waitForViewerClosed(page);

  // The player has seen two clips, so the viewer starts at the third clip. A clip is shown for 5 s. This time does not
  // elapse while the page is hidden or the clip is paused.
  await group.click();
  await waitForClip(page, 3, 3, me);
  await seen();
  await page.clock.fastForward(6_000);
  await page.keyboard.press(' ');
  await clipViewer(page).getByRole('button', { name: 'Play' }).waitFor();
  await setPageVisible(page, true);
  await page.clock.fastForward(6_000);
  await waitForClip(page, 3, 3, me);
  await clipViewer(page).getByRole('button', { name: 'Play' }).click();
  await page.clock.fastForward(6_000);
  await waitForViewerClosed(page);
  expect(new URL(page.url()).hash).toBe('');
  expect(await group.evaluate((button) => button === document.activeElement)).toBe(true);

  // A link from a notification opens the clip. A tap on the right half of the last clip closes the viewer, and so does
  // going back.
  await setPageVisible(page, false);
  await page.goto(`/dashboard#clip-${third?.id}`);
  await waitForClip(page, 3, 3, me);
  await clipViewer(page).getByRole('button', { name: 'Next clip' }).click();
  await waitForViewerClosed(page);
  await group.click();
  await waitForClip(page, 1, 3, me);
  await page.goBack();
  await waitForViewerClosed(page);
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  // Closing the viewer with Escape leaves no additional history entry.
  const before = await page.evaluate(() => history.state.__TSR_index);
  await group.click();
  await waitForClip(page, 1, 3, me);
  await page.keyboard.press('Escape');
  await waitForViewerClosed(page);
  await expect
    .poll(() => page.evaluate(() => [history.state.__TSR_index, location.hash]))
    .toEqual([before, '']);
  await page.evaluate(() => {
    location.hash = 'clip-999999999';
  });
  await page.getByText('This clip has expired or was deleted.').first().waitFor();

  await group.click();
  await waitForClip(page, 1, 3, me);
  // Go offline before the time is changed, because a server response would correct the page's clock.
  await page.context().setOffline(true);
  await page.clock.fastForward(DAY);
  await waitForViewerClosed(page);
  await clipBar(page).getByText('No clips right now.').waitFor();
});

test('a video clip has a thumbnail, counts one view when it plays, and is skipped if it cannot play', async ({
  newVisitor,
}) => {
  const { here, me, there } = await createTwoPlayers(newVisitor);
  const { page } = here;
  await Promise.all([showOnly(page, [me]), showOnly(there.page, [me])]);
  await openBar(page);
  const buffer = Buffer.from(await recordVideo(page), 'base64');
  await fileChooser(page).setInputFiles({ name: 'ring.webm', mimeType: 'video/webm', buffer });
  await composer(page).getByRole('button', { name: 'Post' }).click();
  await ownClips(page).waitFor();
  const [video] = await clipsOf(here, me);
  expect(video).toMatchObject({ kind: 'video', width: 180, height: 320 });
  expect(video?.thumbUrl).not.toBeNull();
  const [picture] = await addClips(here, ['After it']);

  const film = await intercept(there.page, 'GET', `**${video?.url}`);
  const still = await intercept(there.page, 'GET', `**${picture?.url}`);
  // While a picture is loading, its display time must not elapse.
  still.answer = async () => {};
  await setPageVisible(there.page, false);
  await openBar(there.page);
  await groupOf(there.page, me).click();
  await waitForClip(there.page, 1, 2, me);
  expect((await clipsOf(here, me))[0]?.viewsCount).toBe(0);
  await setPageVisible(there.page, true);
  // The video plays, and at its end the viewer continues with the next clip.
  await waitForClip(there.page, 2, 2, me);
  await expect.poll(async () => (await clipsOf(here, me))[0]?.viewsCount).toBe(1);
  await setPageVisible(there.page, false);
  await there.page.keyboard.press('ArrowLeft');
  await waitForClip(there.page, 1, 2, me);
  const sound = clipViewer(there.page).getByRole('button', { name: /^Turn sound/ });
  await expect(sound).toHaveAttribute('aria-label', 'Turn sound off');
  await there.page.keyboard.press('m');
  const unmute = clipViewer(there.page).getByRole('button', { name: 'Turn sound on' });
  await unmute.waitFor();

  // After a reload, the sound stays off. An unplayable video is skipped.
  await there.page.reload();
  await waitForClip(there.page, 1, 2, me);
  await unmute.waitFor();
  film.answer = failNetwork;
  await there.page.reload();
  await waitForClip(there.page, 2, 2, me);
  expect((await clipsOf(here, me)).map(({ viewsCount }) => viewsCount)).toEqual([1, 0]);
});
