import { imageUrlForSize } from '@rivalhold/shared/image-sizes.ts';
import sharp from 'sharp';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll, type NewVisitor } from './browser.ts';
import { clickRetry, createTwoPlayers, failWith, heldResponse, intercept } from './fixtures.ts';
import { createOversizedFile } from './images.ts';
import { focusInfo, tabTo } from './page-checks.ts';
import { PASSWORD, requestAs, signUpPlayer, uniqueUsername } from './players.ts';
import { answerDialog } from './posts.ts';
import { openPlayerMenu } from './steps.ts';
import { expect, test } from './test.ts';

async function signedIn(newVisitor: NewVisitor, options: { width?: number } = {}) {
  const visitor = await newVisitor(options);
  const player = await signUpPlayer(visitor);
  return { visitor, page: visitor.page, player };
}

/** Sign up a new player, and open the player's edit page. */
async function openEdit(newVisitor: NewVisitor) {
  const signed = await signedIn(newVisitor);
  await signed.page.goto(`/profiles/${signed.player.id}/edit`);
  await signed.page.getByLabel('First name').waitFor();
  return signed;
}

const picture = (color: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer();

test('the menu lists its links in the specified order, and opens Edit Profile and Find Players', async ({
  newVisitor,
}) => {
  const { page, player } = await signedIn(newVisitor);
  await page.goto('/faq');
  await openPlayerMenu(page, player.username);
  const menu = page.getByRole('dialog', { name: 'Your menu' });
  const names = await menu.getByRole('link').allInnerTexts();
  const specified = [
    'View Profile',
    'Edit Profile',
    'Dashboard',
    'Find Players',
    'Friends',
    'Support',
    'FAQ',
  ];
  expect(names.filter((name) => specified.includes(name))).toEqual(specified);
  await menu.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByRole('heading', { name: 'Edit Profile' }).waitFor();
  await openPlayerMenu(page, player.username);
  await menu.getByRole('link', { name: 'Find Players' }).click();
  await page.getByRole('heading', { name: 'Find Players' }).waitFor();
});

test('a menu whose closing transition is slow does not take the focus from a field that the player has reached in the meantime', async ({
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
  expect(await menu.count()).toBe(1);
  await play(1);
  await menu.waitFor({ state: 'detached' });
  expect((await focusInfo(page)).name).toMatch(/^Username/);
  await page.getByRole('button', { name: 'Your menu' }).press('Enter');
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect((await focusInfo(page)).name).toMatch(/^Your menu/);
});

test('players are found by any part of their name, and the URL contains the search', async ({
  newVisitor,
  newClient,
}) => {
  const tag = `q${Date.now().toString(36).slice(-5)}`;
  const names = [`Ab${tag}Xy`, `Zz${tag.toUpperCase()}`];
  for (const name of names) await signUpPlayer(await newClient(), name);
  const { page } = await signedIn(newVisitor);
  await page.goto('/directory');
  await page.getByLabel('Username').fill(tag);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(tag);
  await page.getByText('2 players found', { exact: true }).waitFor();
  expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(names.toReversed());
  await page.reload();
  await page.getByText('2 players found', { exact: true }).waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe(tag);

  await page.getByLabel('Minimum level').fill('2');
  await page.getByText('No players match.').waitFor();
  await page.getByText('Try a shorter name or a lower minimum level.').waitFor();
  await page.getByLabel('Minimum level').fill('0');
  await page.getByText('Must be at least 1').waitFor();
  await page.getByText('2 players found', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await page.getByLabel('Username').evaluate((field) => field === document.activeElement)).toBe(true);
});

test('the list can be limited to online players, players near the viewer’s level, and friends', async ({
  newVisitor,
  newClient,
}) => {
  const { there, other, here } = await createTwoPlayers(newVisitor);
  const absent = await signUpPlayer(await newClient());
  await there.page.goto('/faq');
  const { page } = here;
  await page.goto('/directory?near=true');
  const names = page.getByRole('article').getByRole('heading');
  await page.getByRole('button', { name: 'Near my level', pressed: true }).waitFor();
  await expect(names.filter({ hasText: absent.username })).toHaveCount(1);
  await expect(names.filter({ hasText: other.username })).toHaveCount(1);
  await page.getByRole('button', { name: 'Online' }).press('Enter');
  await expect(names.filter({ hasText: absent.username })).toHaveCount(0);
  await expect(names.filter({ hasText: other.username })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Friends' }).press('Enter');
  await page.getByText('Turn off a filter to see more players.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Friends', pressed: true }).waitFor();
  await page.getByText('No players match.').waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(names.filter({ hasText: absent.username })).toHaveCount(1);
  await page.getByText('Nearest level first').waitFor();
});

test('typing a name quickly sends a single search request', async ({ newVisitor, newClient }) => {
  await signUpPlayer(await newClient());
  const { page } = await signedIn(newVisitor);
  await page.goto('/directory');
  await page.getByRole('article').first().waitFor();
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('search=') && requests.push(request.url()));
  await page.getByLabel('Username').focus();
  // Do not wait for each key press. Otherwise, the pauses could be so long that the page searches before the last key.
  await Promise.all([...'hero'].map((key) => page.keyboard.press(key)));
  await expect.poll(() => requests.length).toBe(1);
  await page.waitForTimeout(400);
  expect(requests.map((url) => new URL(url).searchParams.get('search'))).toEqual(['hero']);
});

test('the player list can load more players, and a card offers a fight and a friend request', async ({
  newVisitor,
  newClient,
}) => {
  const namePrefix = uniqueUsername('Crowd');
  const client = await newClient();
  for (let index = 0; index < 26; index++) await signUpPlayer(client, `${namePrefix}_${index}`.slice(0, 24));
  const { page } = await signedIn(newVisitor);
  await page.goto(`/directory?search=${namePrefix}`);
  await page.getByText('Showing the first 24 players').waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('26 players found').waitFor();
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'Add Friend' }).click();
  await card.getByRole('button', { name: 'Requested…' }).waitFor();
  await card.getByRole('link', { name: /^Challenge/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the fight', disabled: false }).click();
  await page.waitForURL('**/fight/*');
});

test('a failed load of the player list is reported and can be retried', async ({ newVisitor }) => {
  const { page } = await signedIn(newVisitor);
  const loading = await intercept(page, 'GET', /\/api\/profiles(\?|$)/);
  loading.answer = failWith(404);
  await page.goto('/directory');
  await page.getByText('Failed to load players.').waitFor();
  await clickRetry(page, loading, page.getByRole('button', { name: 'Try again' }));
  await page.getByRole('article').first().waitFor();
});

test('edited profile fields are saved, and text entered while they are being saved is kept', async ({
  newVisitor,
}) => {
  const { visitor, page, player } = await openEdit(newVisitor);
  const save = page.getByRole('button', { name: 'Save changes' });
  expect(await save.isDisabled()).toBe(true);
  const username = uniqueUsername('New');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Stone');
  await page.getByLabel('Status message').fill('By the forge.');
  await page.getByText('13/140').waitFor();
  await page.getByLabel('Location').fill('Emberfell');
  await page.getByLabel('Age', { exact: true }).fill('33');
  await page.getByLabel('Sex').selectOption({ label: 'Non binary' });
  await page.getByLabel('Relationship status').selectOption({ label: 'In a relationship' });
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await save.click();
  await page.getByText('Profile saved.').waitFor();
  await page.getByRole('link', { name: 'View Profile' }).click();
  await page.getByRole('heading', { name: username }).waitFor();
  for (const text of ['By the forge.', '33 years old', 'Non binary', 'In a relationship', 'Emberfell']) {
    await page.getByText(text, { exact: true }).first().waitFor();
  }
  const session = await requestAs<{ user: object }>(visitor, 'GET', '/api/session');
  expect(session.body.user).toMatchObject({ username, firstName: 'Ada', lastName: 'Stone' });

  const saving = await intercept(page, 'PATCH', '**/api/profiles/profile');
  await page.goto(`/profiles/${player.id}/edit`);
  // Text that the player enters while the form is being saved stays in the form, and the player can save it next.
  const held = heldResponse();
  saving.answer = held.answer;
  await page.getByLabel('Location').fill('Ashvale');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  await sent;
  await page.getByLabel('First name').fill('Grace');
  saving.answer = null;
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  held.release();
  await answered;
  await expect.poll(() => save.getAttribute('aria-busy')).not.toBe('true');
  expect(await page.getByLabel('First name').inputValue()).toBe('Grace');
  await save.click();
  await page.getByText('Profile saved.').waitFor();
  await page.getByLabel('Username').fill(uniqueUsername('Other'));
  await save.click();
  await page.getByText('You can change your username once every 30 days').waitFor();

  await test.step('a new email address requires the password', async () => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(`${uniqueUsername()}@example.com`);
    await page.getByLabel('Current password').fill('not-the-right-one');
    await save.click();
    await page.getByText('That’s not your current password').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await save.click();
    await page.getByText('Profile saved.').waitFor();
    await expect(page.getByLabel('Current password')).toHaveCount(0);
  });
});

test('the profile form shows an error for each invalid field, and a general message for any other error', async ({
  newVisitor,
  newClient,
}) => {
  const other = await signUpPlayer(await newClient());
  const { page } = await openEdit(newVisitor);
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.getByLabel('Age', { exact: true }).fill('17');
  await page.getByLabel('Status message').fill('x'.repeat(141));
  await page.getByLabel('Location').fill('x'.repeat(81));
  await page.getByLabel('First name').fill(' ');
  await save.click();
  for (const text of [
    'Must be from 18 to 120',
    'Use at most 140 characters',
    'Use at most 80 visible characters',
    'First name is required',
  ]) {
    await page.getByText(text).waitFor();
  }
  await page.reload();
  await page.getByLabel('Username').fill(other.username);
  await save.click();
  await page.getByText('This username is taken').waitFor();
  await page.route('**/api/profiles/profile', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Username').fill(uniqueUsername());
  await save.click();
  await page.getByText('Failed to update profile.', { exact: true }).waitFor();
});

test('leaving with unsaved changes asks for confirmation, and going back closes open dialogs first', async ({
  newVisitor,
}) => {
  const { page, player } = await signedIn(newVisitor);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goto(`/profiles/${player.id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Location').fill('Emberfell');
  await page.getByRole('link', { name: 'View Profile' }).click();
  await answerDialog(page, 'Leave without saving?', 'Stay');
  expect(await page.getByLabel('Location').inputValue()).toBe('Emberfell');
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
  expect(await page.getByLabel('Location').inputValue()).toBe('Emberfell');
  await page.waitForURL(`**/profiles/${player.id}/edit`);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(`**/profiles/${player.id}`);
  await page.getByRole('heading', { name: player.username }).waitFor();
});

test("another player's edit page redirects to their profile", async ({ newVisitor, newClient }) => {
  const other = await signUpPlayer(await newClient());
  const { page } = await signedIn(newVisitor);
  await page.goto(`/profiles/${other.id}/edit`);
  await page.waitForURL(`**/profiles/${other.id}`);
  await page.getByRole('heading', { name: other.username }).waitFor();
});

test('a player selects an avatar, replaces it by drag and drop, removes it, cancels an upload, and sees why an upload fails', async ({
  newVisitor,
  site,
}) => {
  const { page, player } = await openEdit(newVisitor);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await page.getByText('Invalid file type. Use .jpg, .png, .jpeg, or .gif.').waitFor();
  await input.setInputFiles(createOversizedFile(site));
  await page.getByText('File too large. Max 25MB allowed.').waitFor();
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
  await page.getByText('Invalid file type. Use .jpg, .png, .jpeg, or .gif.').waitFor();

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('#a3541c') });
  await page.getByText('Avatar updated.').waitFor();
  const portrait = page.getByRole('img', { name: `Portrait of ${player.username}` });
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

  const file = { name: 'me.png', mimeType: 'image/png', buffer: await picture('#444') };
  await page.route('**/api/upload/avatar', () => new Promise(() => {}));
  await input.setInputFiles(file);
  await page.getByRole('progressbar', { name: 'Uploading…' }).waitFor();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
  expect(await page.getByText('Upload failed.').count()).toBe(0);
  await page.unrouteAll();
  await page.route('**/api/upload/avatar', (route) => route.abort());
  await input.setInputFiles(file);
  await page.getByText('Upload failed.').waitFor();
});

test('Find Players and Edit Profile are accessible and have no horizontal overflow at any width', async ({
  newVisitor,
  newClient,
}) => {
  const { visitor, page, player } = await signedIn(newVisitor, { width: 360 });
  await requestAs(visitor, 'PATCH', '/api/profiles/profile', { statusMessage: 'W'.repeat(140) });
  await signUpPlayer(await newClient(), uniqueUsername('M').padEnd(24, 'M'));
  for (const path of ['/directory', '/directory?search=nobody-at-all', `/profiles/${player.id}/edit`]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoHorizontalScroll(page);
      if (LONG || width === 360) await expectAccessible(page);
    }
  }
});
