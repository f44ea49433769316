import { imageUrlForSize } from '@rivalhold/shared/image-sizes.ts';
import sharp from 'sharp';
import { expectAccessible, expectNoHorizontalScroll, type NewVisitor } from './browser.ts';
import { focusInfo, tabTo } from './page-checks.ts';
import { requestOk, signUpPlayer, uniqueUsername } from './players.ts';
import { answerDialog } from './posts.ts';
import { expect, test } from './test.ts';

async function signedIn(newVisitor: NewVisitor, options: { width?: number } = {}) {
  const visitor = await newVisitor(options);
  const player = await signUpPlayer(visitor);
  return { visitor, page: visitor.page, player };
}

const picture = (color: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer();

test('a menu that closes slowly does not take the focus from a field that the player has moved to', async ({
  newVisitor,
}) => {
  const { page } = await signedIn(newVisitor);
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Your menu' }).waitFor();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  const play = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
  await page.getByRole('button', { name: 'Your menu' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Your menu' });
  // Wait until the menu is fully open, because a menu that is still opening would close without a transition.
  await expect(menu).toHaveCSS('opacity', '1');
  await play(0.001);
  await tabTo(page, /^Find Players/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Username/);
  await expect(menu).toHaveCount(1);
  await play(1);
  await menu.waitFor({ state: 'detached' });
  expect((await focusInfo(page)).name).toMatch(/^Username/);
  await page.getByRole('button', { name: 'Your menu' }).press('Enter');
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect((await focusInfo(page)).name).toMatch(/^Your menu/);
});

test('a player finds others by name; a challenge by keyboard first shows a comparison, which Escape closes', async ({
  newVisitor,
  newClient,
}) => {
  const client = await newClient();
  const rival = await signUpPlayer(client, `${uniqueUsername('Quarry')}_`);
  // A name of maximum length must not widen the page.
  const wide = await signUpPlayer(client, rival.username.toUpperCase().padEnd(24, 'M'));
  const { visitor, page } = await signedIn(newVisitor, { width: 360 });
  await page.goto('/directory');
  await page.getByLabel('Username').fill(rival.username.toLowerCase());
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(rival.username.toLowerCase());
  await page.getByText('2 players found', { exact: true }).waitFor();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([wide.username, rival.username]);
  await page.reload();
  await page.getByText('2 players found', { exact: true }).waitFor();
  await expect(page.getByLabel('Username')).toHaveValue(rival.username.toLowerCase());
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
  }

  const openFights = async () => (await requestOk<unknown[]>(visitor, 'GET', '/api/combat/open')).length;
  const challenge = page.getByRole('link', { name: `Challenge: ${rival.username}`, exact: true });
  const sheet = page.getByRole('dialog', { name: /^Challenge / });
  const start = sheet.getByRole('button', { name: 'Start the fight', disabled: false });
  await challenge.focus();
  // A second press right away must not start the fight.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await sheet.getByText(/about \d+%/).waitFor();
  await start.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect(challenge).toBeFocused();
  expect(await openFights()).toBe(0);

  await page.keyboard.press('Enter');
  await start.waitFor();
  await tabTo(page, /^Start the fight$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/fight/${rival.id}`);
  await page.getByRole('button', { name: 'Attack' }).waitFor();
  expect(await openFights()).toBe(1);
});

test('a player edits their profile, is asked before losing changes, and closes an open dialog by going back', async ({
  newVisitor,
}) => {
  const { visitor, page, player } = await signedIn(newVisitor);
  const username = uniqueUsername('New');
  await page.goto(`/profiles/${player.id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Stone');
  await page.getByLabel('Status message').fill('By the forge.');
  await page.getByLabel('Location').fill('Emberfell');
  await page.getByLabel('Age', { exact: true }).fill('33');
  await page.getByLabel('Sex').selectOption({ label: 'Non binary' });
  await page.getByLabel('Relationship status').selectOption({ label: 'In a relationship' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Profile saved.').waitFor();
  const session = await requestOk<{ user: object }>(visitor, 'GET', '/api/session');
  expect(session.user).toMatchObject({ username, firstName: 'Ada', lastName: 'Stone' });

  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const location = page.getByLabel('Location');
  await location.fill('Ashvale');
  await page.getByRole('link', { name: 'View Profile' }).click();
  await answerDialog(page, 'Leave without saving?', 'Stay');
  await expect(location).toHaveValue('Ashvale');
  for (let times = 0; times < 2; times++) {
    await page.goBack();
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: /^You have \d+ coins/ }).click();
  const balance = page.getByRole('dialog', { name: 'Your coin balance' });
  await balance.waitFor();
  await page.goBack();
  await balance.waitFor({ state: 'hidden' });
  expect(await question.count()).toBe(0);
  await expect(location).toHaveValue('Ashvale');
  await page.waitForURL(`**/profiles/${player.id}/edit`);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(`**/profiles/${player.id}`);
  await page.getByRole('heading', { name: username }).waitFor();
  for (const text of ['By the forge.', '33 years old', 'Non binary', 'In a relationship', 'Emberfell'])
    await page.getByText(text, { exact: true }).first().waitFor();
});

test('a player selects an avatar, replaces it by drag and drop, and removes it', async ({ newVisitor }) => {
  const { page, player } = await signedIn(newVisitor);
  await page.goto(`/profiles/${player.id}/edit`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('#a3541c') });
  await page.getByText('Avatar updated.').waitFor();
  const portrait = page.getByRole('img', { name: `Avatar of ${player.username}` });
  const first = (await portrait.getAttribute('src')) ?? '';
  expect(first).toMatch(/^\/media\/avatars\//);
  const small = page.getByRole('navigation').locator('img').first();
  await expect(small).toHaveAttribute('src', imageUrlForSize(first, 36));
  expect(
    await small.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
  ).toBe(96);

  const bytes = [...(await picture('#1c54a3'))];
  await page.getByRole('button', { name: 'Choose a photo' }).evaluate((button, data) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([new Uint8Array(data)], 'me.png', { type: 'image/png' }));
    button.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
  }, bytes);
  await expect.poll(() => portrait.getAttribute('src')).toMatch(/^\/media\//);
  await expect.poll(() => portrait.getAttribute('src')).not.toBe(first);

  await page.getByRole('button', { name: 'Remove avatar' }).click();
  const question = page.getByRole('dialog', { name: 'Remove avatar?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Avatar removed.').waitFor();
  await expect(portrait).not.toHaveAttribute('src');
});
