import type { Locator, Page } from '@playwright/test';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll, type Visitor } from './browser.ts';
import { createPlayerAndClient, createTwoPlayers, heldResponse, openProfile } from './fixtures.ts';
import { createImages } from './images.ts';
import {
  controlConnection,
  messageField,
  messageRows,
  openChat,
  sendMessage,
  sendMessages,
} from './messages.ts';
import { MALICIOUS_TEXT } from './page-checks.ts';
import { type Player, requestOk, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

const window = (page: Page) => page.getByRole('dialog', { name: 'Direct messages' });
const messagesButton = (page: Page) =>
  page.locator('header nav').getByRole('button', { name: /^Direct messages/, includeHidden: true });

test('two players start a conversation from a profile and write live; one clears it only for themselves', async ({
  newVisitor,
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor);
  await Promise.all([there.page.goto('/faq'), openProfile(here.page, other.id)]);
  await here.page.getByRole('link', { name: 'Message', exact: true }).click();
  await window(here.page).getByText('This is the beginning of your conversation').waitFor();
  await expectAccessible(here.page);
  await sendMessage(here.page, 'Well met!');
  await messageRows(here.page, 'Well met!').waitFor();
  await expect.poll(() => messagesButton(there.page).textContent()).toContain('1 unread');

  await messagesButton(there.page).click();
  await window(there.page).getByRole('link', { name: me.username }).click();
  await messageRows(there.page, 'Well met!').waitFor();
  await expect.poll(() => messagesButton(there.page).textContent()).not.toContain('unread');
  await messageRows(here.page, 'Well met!').getByText('Seen').waitFor();

  await messageField(there.page).pressSequentially('And you');
  await here.page.getByText(`${other.username} is typing…`).waitFor();
  await messageField(there.page).press('Enter');
  await messageRows(here.page, 'And you').waitFor();
  // A message is announced to the recipient but not to the sender.
  const announcement = ({ page }: Visitor, text: string) =>
    page.getByRole('log', { name: 'Announcements' }).getByText(`${other.username}: ${text}`, { exact: true });
  await announcement(here, 'And you').waitFor({ state: 'attached' });
  expect(await announcement(there, 'And you').count()).toBe(0);
  await expect(messageRows(there.page, 'And you')).toHaveCount(1);
  await expect(messageRows(here.page, 'Well met!')).toHaveCount(1);

  await window(here.page).getByRole('button', { name: 'More' }).click();
  await here.page.getByRole('button', { name: 'Clear conversation' }).click();
  const clearing = here.page.getByRole('dialog', { name: 'Clear this conversation?' });
  await clearing.getByRole('button', { name: 'Clear', exact: true }).click();
  await window(here.page).getByText('This is the beginning of your conversation').waitFor();
  await messageRows(there.page, 'Well met!').waitFor();
  await sendMessage(there.page, 'After that');
  await messageRows(here.page, 'After that').waitFor();
  expect(await messageRows(here.page, 'Well met!').count()).toBe(0);

  await test.step('the quick view closes without closing the message window', async () => {
    const { page } = here;
    await messageField(page).fill('half a thought');
    const view = page.getByRole('dialog', { name: other.username, exact: true });
    const openQuickView = async () => {
      await window(page).getByRole('heading', { level: 2 }).getByRole('link').click();
      await view.getByRole('link', { name: 'View Profile' }).waitFor();
    };
    const isBack = async () => {
      await view.waitFor({ state: 'detached' });
      await expect(messageField(page)).toHaveValue('half a thought');
      await expect(window(page)).toBeVisible();
    };
    await openQuickView();
    await view.getByRole('heading', { name: other.username }).click();
    await page.keyboard.press('Tab');
    await expect(view).toBeVisible();
    await page.keyboard.press('Escape');
    await isBack();
    await openQuickView();
    await page.mouse.click(5, 790);
    await isBack();
    await openQuickView();
    await view.getByRole('link', { name: 'View Profile' }).click();
    await view.waitFor({ state: 'detached' });
    await window(page).waitFor({ state: 'detached' });
  });
});

test('a phone shows a conversation in one column; malicious text is shown as text, without horizontal overflow', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width: 360 });
  const { page } = here;
  const texts = [
    'W'.repeat(4_000),
    '🔥'.repeat(300),
    `https://example.com/${'x'.repeat(600)}`,
    'javascript:alert(1)',
    MALICIOUS_TEXT,
  ];
  const sender = await newClient();
  const author = await signUpPlayer(sender);
  await sendMessages(site, sender, author, me, texts);
  await openChat(page, author.id);
  await messageRows(page, '<img src=x onerror=alert(1)><b>bold</b>').waitFor();
  expect(await page.locator('main b, main img[src="x"], main a[href^="javascript"]').count()).toBe(0);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await openProfile(page, other.id);
  await page.getByRole('link', { name: 'Message', exact: true }).click();
  await page.waitForURL(`**/dm/${other.id}`);
  await sendMessage(page, 'From my pocket');
  await messageRows(page, 'From my pocket').waitFor();
  await page.getByRole('link', { name: 'Back to Conversations' }).click();
  await page.waitForURL('**/dm');
  await page.getByRole('link', { name: other.username }).getByText('You: From my pocket').waitFor();
  await expect(page.getByText('Select a conversation')).toBeHidden();
  await sendMessages(site, there, other, me, ['Pocketed']);
  const item = page.getByRole('main').getByRole('link', { name: other.username });
  await item.getByText('1 unread').waitFor({ state: 'attached' });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await item.click();
  await messageRows(page, 'Pocketed').waitFor();

  // In landscape orientation, there is still room to read and to reply.
  await page.setViewportSize({ width: 667, height: 320 });
  const room = async (of: Locator) =>
    ((await of.boundingBox())?.y ?? 0) + ((await of.boundingBox())?.height ?? 0);
  await expect.poll(() => room(page.getByRole('button', { name: 'Send', exact: true }))).toBeLessThan(321);
  await expect.poll(() => room(messageRows(page, 'Pocketed'))).toBeLessThan(260);

  // The message field stays visible above an on-screen keyboard that covers the page instead of resizing it, as on an
  // iPhone.
  await page.setViewportSize({ width: 375, height: 800 });
  // Wait until the list has adapted to the new size, and open the keyboard only then.
  await expect.poll(() => room(page.getByRole('button', { name: 'Send', exact: true }))).toBeGreaterThan(600);
  await expect.poll(() => room(messageRows(page, 'Pocketed'))).toBeLessThan(740);
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 440 });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(() => room(page.getByRole('button', { name: 'Send', exact: true }))).toBeLessThan(441);
  await expect.poll(() => room(messageRows(page, 'Pocketed'))).toBeLessThan(380);
  await page.getByRole('button', { name: 'Add a YouTube link' }).click();
  await expect.poll(() => room(page.getByRole('dialog'))).toBeLessThan(441);
});

test('attached pictures are uploaded and open in a photo viewer', async ({ newVisitor, newClient }) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  await openChat(page, other.id);
  await page
    .locator('input[type=file]')
    .setInputFiles(await createImages(['one.png', 'two.png', 'three.png']));
  const tray = page.getByRole('list', { name: 'Attachments' });
  await expect(tray.getByText('Ready to send')).toHaveCount(3);
  await expectAccessible(page);
  await tray.getByRole('button', { name: 'Remove two.png' }).click();
  await expect(tray.getByRole('button', { name: 'Remove three.png' })).toBeFocused();
  await sendMessage(page, 'Look!');
  const first = messageRows(page, 'Look!').getByRole('button', { name: 'Open photo 1 of 2' });
  await expect
    .poll(() => first.locator('img').evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  await expect(tray).toHaveCount(0);
  await first.click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await viewer.getByText('1 of 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expect(first).toBeFocused();
});

test('after a reconnect, missed messages are requested once, and messages written offline are sent once', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const third = await newClient();
  const another = await signUpPlayer(third);
  const { page } = here;
  await sendMessages(site, third, another, me, ['Before the tunnel']);
  const connection = await controlConnection(here);
  const stored = async ({ id }: Player) => {
    const path = `/api/dms/${id}`;
    return (await requestOk<{ items: { text: string }[] }>(here, 'GET', path)).items.map(({ text }) => text);
  };
  await openChat(page, other.id);
  await sendMessage(page, 'before');
  await messageRows(page, 'before').waitFor();
  // Wait until the list shows the conversation. If the list were empty, the page would request the whole list after the
  // reconnect, instead of only the changes.
  await page.getByRole('link', { name: other.username }).getByText('You: before').waitFor();

  await test.step('missed messages are requested once', async () => {
    await connection.cut();
    await sendMessages(site, there, other, me, ['missed']);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await connection.restore();
    await messageRows(page, 'missed').waitFor();
    const times = () =>
      [`/api/dms/${other.id}`, '/api/dms/sync', '/api/dms/unread/count'].map(
        (path) => requests.filter((item) => item === path).length,
      );
    await expect.poll(times).toEqual([1, 1, 1]);
    // Later messages do not trigger another request.
    await sendMessages(site, there, other, me, ['and after']);
    await messageRows(page, 'and after').waitFor();
    expect(times()).toEqual([1, 1, 1]);
  });

  await test.step('messages written offline are sent in order, even in a conversation that was opened offline', async () => {
    await connection.cut();
    for (const text of ['one', 'two', 'three']) await sendMessage(page, text);
    await messageRows(page, 'two').getByText('Socket not ready').waitFor();
    await sendMessages(site, there, other, me, ['meanwhile']);
    const banner = page.getByText('This page might be out of date');
    await banner.waitFor();
    const conversations = page.getByRole('main');
    await conversations.getByRole('link', { name: another.username }).click();
    await page.getByText('You’re offline', { exact: true }).waitFor();
    const heading = page.getByRole('heading', { name: another.username });
    const bannerEnd = await banner.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(
      bannerEnd,
    );
    await sendMessage(page, 'From the tunnel');
    await messageRows(page, 'From the tunnel').getByText('Socket not ready').waitFor();
    await connection.restore();
    await messageRows(page, 'Before the tunnel').waitFor();
    await expect.poll(() => stored(another)).toEqual(['Before the tunnel', 'From the tunnel']);
    const texts = ['before', 'missed', 'and after', 'meanwhile', 'one', 'two', 'three'];
    await expect.poll(() => stored(other)).toEqual(texts);
    await conversations.getByRole('link', { name: other.username }).click();
    const order = async () =>
      (await messageRows(page, /before|meanwhile|one|two|three/).allTextContents()).map((text) =>
        text.replace(/^.*?: /, '').replace(/\d.*$/s, ''),
      );
    await expect.poll(order).toEqual(['before', 'meanwhile', 'one', 'two', 'three']);
    await expect(page.getByText('Socket not ready')).toHaveCount(0);
  });

  await test.step('messages written offline survive a reload', async () => {
    await connection.cut();
    await sendMessage(page, 'kept over a reload');
    const kept = messageRows(page, 'kept over a reload');
    await kept.getByText('Socket not ready').waitFor();
    await connection.restore();
    await page.reload();
    await expect.poll(() => stored(other)).toContain('kept over a reload');
    await kept.waitFor();
    await expect(kept).toHaveCount(1);
    // The browser no longer stores the message, so another reload would not send it again.
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
      .not.toContain('kept over a reload');
    expect((await stored(other)).filter((text) => text === 'kept over a reload')).toHaveLength(1);
  });
});

test('a GIF is chosen by keyboard, and a YouTube video loads only when the player presses it', async ({
  newVisitor,
  newClient,
  giphy,
}) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page, context } = here;
  await openChat(page, other.id);

  await test.step('a GIF is chosen by keyboard without identifying the player to the GIF provider', async () => {
    await page.getByRole('button', { name: 'Add a GIF' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a GIF' });
    await picker.getByRole('button', { name: 'trending 0 GIF' }).waitFor();
    await picker.getByText('Powered by GIPHY').waitFor();
    await expectAccessible(page);
    giphy.requests.length = 0;
    await picker.getByLabel('Search GIFs').fill('cat');
    await picker.getByRole('button', { name: 'cat 0 GIF' }).focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => picker.getByRole('button', { name: /^cat \d+ GIF$/ }).count())
      .toBeGreaterThan(20);
    const offsets = giphy.requests.filter(({ url }) => url.searchParams.get('q') === 'cat');
    expect(offsets.map(({ url }) => url.searchParams.get('offset')).slice(0, 2)).toEqual(['0', '20']);
    for (const { url, referer, cookie } of giphy.requests) {
      expect([referer, cookie]).toEqual([undefined, undefined]);
      expect([...url.searchParams.keys()].sort()).toEqual(['api_key', 'limit', 'offset', 'q', 'rating']);
      expect([url.searchParams.get('rating'), url.searchParams.get('limit')]).toEqual(['pg-13', '20']);
    }
    await picker.getByRole('button', { name: 'cat 0 GIF' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    const shown = page.getByRole('button', { name: 'Open photo' }).locator('img');
    await expect(shown).toHaveAttribute('src', `${giphy.url}/media/cat-1/200.gif`);
    await page.getByRole('button', { name: 'Play GIF' }).press('Enter');
    await page.getByRole('button', { name: 'Stop GIF' }).waitFor();
  });

  await test.step('a YouTube video loads only when the player presses it', async () => {
    const youtubeRequests: string[] = [];
    const isOfYoutube = (url: URL) => url.hostname.includes('youtube');
    page.on('request', (request) => {
      if (isOfYoutube(new URL(request.url()))) youtubeRequests.push(request.url());
    });
    await context.route(isOfYoutube, (route) => route.fulfill({ body: 'the player' }));
    await page.getByRole('button', { name: 'Add a YouTube link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a YouTube link' });
    await dialog.getByLabel('YouTube URL').fill('https://youtu.be/dQw4w9WgXcQ?t=3');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Attachments' }).getByText('YouTube video').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const play = page.getByRole('button', { name: /^Play YouTube video/ });
    await play.waitFor();
    if (LONG) await expectAccessible(page);
    expect(youtubeRequests).toEqual([]);
    await play.click();
    await expect.poll(() => youtubeRequests.length).toBe(1);
    expect(youtubeRequests[0]).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
  });
});

test('a draft is kept in the tab until the player logs out', async ({ newVisitor, newClient }) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  await openChat(page, other.id);
  await messageField(page).fill('nobody else should read this');
  await openChat(page, other.id);
  await expect(messageField(page)).toHaveValue('nobody else should read this');

  const storedValues = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await storedValues()).toContain('nobody else should read this');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(storedValues).not.toContain('nobody else should read this');
});

/** The number of messages of a long conversation. Its latest 50 messages load at first, and 50 more on each request. */
const LONG_CONVERSATION = LONG ? 320 : 105;

test('in a long conversation, neither loading older messages nor a new message moves the reading position', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  // The latest 50 messages have only one line each, so that the position of the oldest loaded message is exact.
  const texts = Array.from(
    { length: LONG_CONVERSATION },
    (_, n) => `line ${n + 1} ${'words '.repeat(n < LONG_CONVERSATION - 50 ? n % 17 : 0)}`,
  );
  await sendMessages(site, there, other, me, texts);
  const held = heldResponse();
  await page.route(/\/api\/dms\/\d+\?.*before=/, held.answer);
  await openChat(page, other.id);
  const list = page.getByRole('region', { name: 'Messages', exact: true });
  await messageRows(page, new RegExp(`line ${LONG_CONVERSATION} `)).waitFor();

  // The list must not jump back to its end while its rows are still being measured.
  await list.evaluate((one) => one.scrollTo(0, 0));
  await page.getByText('Loading older messages…').waitFor();
  const oldest = messageRows(page, new RegExp(`line ${LONG_CONVERSATION - 47} `));
  await oldest.waitFor();
  expect(await list.evaluate((one) => one.scrollTop)).toBe(0);
  const lineTop = () => oldest.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await lineTop();
  held.release();
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);
  await expect.poll(async () => Math.abs((await lineTop()) - before)).toBeLessThanOrEqual(12);

  const seen = new Set<number>();
  const visibleLines = async () => {
    const numbers = (await messageRows(page, /line \d+/).allTextContents()).map((text) =>
      Number(/line (\d+)/.exec(text)?.[1]),
    );
    for (const one of numbers) seen.add(one);
    return numbers;
  };
  await list.hover();
  for (let turns = 0; turns < 300 && !seen.has(1); turns++) {
    const numbers = await visibleLines();
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    await page.mouse.wheel(0, -250);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  }
  await visibleLines();
  for (let line = 1; line < LONG_CONVERSATION - 47; line++) expect(seen).toContain(line);
  await messageRows(page, /line 1 /).waitFor();

  // While a player is reading older messages, a new message does not scroll the list. Instead, a button appears.
  const top = await list.evaluate((element) => element.scrollTop);
  await sendMessages(site, there, other, me, ['something new']);
  const pill = page.getByRole('button', { name: '1 new message' });
  await pill.waitFor();
  expect(await list.evaluate((element) => element.scrollTop)).toBe(top);
  if (LONG) await expectAccessible(page);
  await pill.click();
  await messageRows(page, 'something new').waitFor();
  await pill.waitFor({ state: 'detached' });
});
