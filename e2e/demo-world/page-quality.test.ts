import type { Locator, Page } from '@playwright/test';
import { heldResponse } from '../fixtures.ts';
import { MOVING_GIF } from '../giphy.ts';
import { postForm } from '../images.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { controlConnection } from '../messages.ts';
import { focusInfo } from '../page-checks.ts';
import { requestAs, signUpPlayer } from '../players.ts';
import { createPost, openFeed, post } from '../posts.ts';
import { widthsOfRun } from '../sample-paths.ts';
import { openPlayerMenu } from '../steps.ts';
import { expect, test } from '../test.ts';
import { signInDemo } from './sign-in.ts';

/** Return the names of the fonts that render the page's heading and do not belong to the site. */
async function foreignFonts(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
}

/** Return the widths of a string in the body font, regular and bold. */
const widthsOf = (page: Page, text: string, numeric: string): Promise<number[]> =>
  page.evaluate(
    ([words, figures]) =>
      ['400', '700'].map((weight) => {
        const span = Object.assign(document.createElement('span'), { textContent: words });
        Object.assign(span.style, { position: 'fixed', fontVariantNumeric: figures, fontWeight: weight });
        document.body.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      }),
    [text, numeric] as const,
  );

test("players see the site's fonts from the second page on", async ({ newVisitor }) => {
  const { page, pathOf } = await signInDemo(newVisitor, 'demo_player');
  // Open a first page. A font that arrives too late for this page is used from the next page on.
  await openAndSettle(page, '/friends');
  await openAndSettle(page, pathOf('/profiles/{userId}'));
  expect(await foreignFonts(page)).toEqual([]);
  expect(await widthsOf(page, '1111', 'tabular-nums')).toEqual(await widthsOf(page, '8888', 'tabular-nums'));
  const [light, bold] = await widthsOf(page, 'Rivalhold', 'normal');
  expect(bold).toBeGreaterThan(light ?? 0);
});

test('going back restores scroll position and focus, and each page announces its title', async ({
  newVisitor,
}) => {
  const { page } = await signInDemo(newVisitor, 'demo_admin');
  await openAndSettle(page, '/profiles');
  const links = page.getByRole('article').getByRole('link', { name: /^(?!Quick view)/ });
  const first = await links.count();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => links.count()).toBeGreaterThan(first);
  const count = await links.count();
  const chosen = links.nth(count - 3);
  const name = (await chosen.textContent()) ?? '';
  await chosen.scrollIntoViewIfNeeded();
  const scroll = () => page.evaluate(() => window.scrollY);
  const scrollPosition = await scroll();
  expect(scrollPosition).toBeGreaterThan(200);
  await chosen.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(scroll).toBe(0);
  const isAtMain = () => page.evaluate(() => document.activeElement?.id);
  expect(await isAtMain()).toBe('main');
  await page.goBack();
  await expect(links).toHaveCount(count);
  await expect.poll(scroll).toBe(scrollPosition);
  await expect(chosen).toBeFocused();
  await page.goForward();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => page.title()).toBe(`${name} · Rivalhold`);

  const announcements = page.getByRole('log', { name: 'Announcements' });
  const follow = async (link: Locator, title: string) => {
    await link.click();
    await expect.poll(() => page.title()).toBe(`${title} · Rivalhold`);
    await announcements.getByText(`${title} · Rivalhold`).waitFor({ state: 'attached' });
    await expect.poll(isAtMain).toBe('main');
  };
  const mainLink = (title: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true });
  await follow(mainLink('Fight'), 'Fights');
  await follow(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }), 'Terms');
  await openPlayerMenu(page, 'demo_admin');
  await follow(
    page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name: 'Game Store' }),
    'Game Store',
  );
  // On a phone, the button for direct messages opens a separate page.
  await page.setViewportSize({ width: 375, height: 800 });
  await follow(
    page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Direct messages/ }),
    'Messages',
  );
});

test('a page reports a lost connection, and after reconnecting it loads the changes that it missed', async ({
  newVisitor,
  newClient,
}) => {
  const { page, visitor } = await signInDemo(newVisitor, 'demo_player');
  const connection = await controlConnection(visitor);
  await openFeed(page);
  const banner = page.getByRole('status').getByText(/^You’re offline/);
  await connection.cut();
  await banner.waitFor();
  const other = await newClient();
  await signUpPlayer(other);
  await createPost(other, 'Told while nobody could hear it');
  await connection.restore();
  await banner.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /new post/i })
    .or(post(page, 'Told while nobody could hear it'))
    .first()
    .waitFor();
});

test('a page that failed to load offline opens after a reconnect, and a slow page does not move the focus', async ({
  newVisitor,
}) => {
  const { page, visitor } = await signInDemo(newVisitor, 'demo_player');
  await openAndSettle(page, '/faq');
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await visitor.context.setOffline(true);
  await link('Terms').click();
  await page.getByRole('heading', { level: 1, name: 'You’re offline' }).waitFor();
  await visitor.context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: /Terms/ }).waitFor();

  const code = heldResponse();
  await page.route(/\/assets\/.*\.js$/, code.answer);
  await link('Privacy').press('Enter');
  await page.keyboard.press('Tab');
  const at = await focusInfo(page);
  expect(at.name).not.toBe('Privacy');
  code.release();
  await page.getByRole('heading', { level: 1, name: /Privacy/ }).waitFor();
  await expect.poll(() => page.title()).toBe('Privacy · Rivalhold');
  expect(await focusInfo(page)).toEqual(at);
});

test('with reduced motion, GIFs stay still until they are played, and an animated avatar stays still', async ({
  newVisitor,
  giphy,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const me = await signUpPlayer(visitor);
  const gifUrl = `${giphy.url}/media/cat-1/200.gif`;
  await requestAs(visitor, 'POST', '/api/feed', { body: 'It moves', gifUrl });
  const file = { name: 'a.gif', mimeType: 'image/gif', buffer: MOVING_GIF };
  await postForm(visitor, '/api/upload/avatar', { avatar: file });

  await openFeed(page);
  const part = post(page, 'It moves');
  const box = part.getByRole('img', { name: /^GIF chosen by/ }).locator('..');
  await part.getByRole('button', { name: 'Play GIF' }).waitFor();
  await expect(box.locator('canvas')).toHaveCount(1);
  const shot = async () => (await box.screenshot()).toString('base64');
  // Wait until the page around the picture is painted.
  await expect.poll(async () => new Set([await shot(), await shot()]).size).toBe(1);
  const shots = new Set<string>();
  for (let shotsTaken = 0; shotsTaken < 4; shotsTaken++) shots.add(await shot());
  expect(shots.size).toBe(1);
  await part.getByRole('button', { name: 'Play GIF' }).press('Enter');
  await expect.poll(async () => shots.add(await shot()).size).toBeGreaterThan(2);
  await part.getByRole('button', { name: 'Stop GIF' }).press('Enter');
  await expect(box.locator('canvas')).toHaveCount(1);

  await page.goto(`/profiles/${me.id}`);
  const face = page.getByRole('main').getByRole('img', { name: me.username }).first();
  await expect.poll(() => face.getAttribute('src')).toMatch(/^blob:/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await expect.poll(() => face.getAttribute('src')).toMatch(/^\/media\//);
});

for (const width of widthsOfRun(375, 768, 1440)) {
  test(`content stays in place while its page loads (${width} px)`, async ({ newVisitor }) => {
    const { page, pathOf } = await signInDemo(newVisitor, 'demo_player', width);
    // Elements whose vertical position in the loaded page and in its placeholder can differ by at most `tolerance` px.
    const screens = [
      { path: pathOf('/profiles/{userId}'), loaded: '#main h1', element: 'main section', tolerance: 60 },
      { path: pathOf('/store'), loaded: '#potion', element: '#potion, main [aria-busy] > div', tolerance: 4 },
      {
        path: pathOf('/dm/{userId}'),
        loaded: 'main form',
        element: 'main form, main section > [aria-hidden="true"]:last-child',
        tolerance: 4,
      },
    ];
    for (const { path, loaded, element, tolerance } of screens) {
      const released = Promise.withResolvers<void>();
      await page.route(/\/api\/(?!session|csrf|config)/, async (route) => {
        await released.promise;
        await route.continue().catch(() => undefined);
      });
      await page.goto(path);
      await page.locator(element).first().waitFor();
      const top = async () => (await page.locator(element).first().boundingBox())?.y ?? Number.NaN;
      const before = await top();
      released.resolve();
      await page.locator(loaded).first().waitFor();
      await expect
        .poll(async () => Math.abs((await top()) - before), { message: `${path} ${element}` })
        .toBeLessThanOrEqual(tolerance);
      await page.unroute(/\/api\/(?!session|csrf|config)/);
    }
  });
}
