import type { Locator, Page } from '@playwright/test';
import { openFight } from './fights.ts';
import { createPlayerAndClient, openProfile } from './fixtures.ts';
import { controlConnection, messageField, openChat } from './messages.ts';
import { createPost, likeButton, openFeed, post, shareBox, shareField } from './posts.ts';
import { expect, test } from './test.ts';

/** Each action is performed twice, because a second press can have another effect, such as removing a like. */
const PRESS_COUNT = [1, 2];
const BUSY = '[aria-busy="true"]';

type Two = Awaited<ReturnType<typeof createPlayerAndClient>>;
/** Opens a page. Returns a function that performs a press and waits for its visible result. */
type Open = (page: Page, two: Two) => Promise<(time: number) => Promise<void>>;

type Sign = {
  /** Selector that matches the element after the press. */
  is?: string;
  /** Text that the element contains after the press. */
  says?: string;
};

/**
 * Call `press`, which presses a key or a button, and wait until the element shows the result. If the element still
 * shows the result of an earlier press, first wait until that result disappears.
 */
async function pressUntilShown(element: Locator, sign: Sign, press: () => Promise<void>): Promise<void> {
  const { is = '*', says = '' } = sign;
  const isShown = () =>
    element.evaluate((it, [selector, words]) => it.matches(selector) && it.textContent.includes(words), [
      is,
      says,
    ] as const);
  await expect.poll(isShown).toBe(false);
  await press();
  await expect.poll(isShown).toBe(true);
}

const ACTIONS: Record<string, Open> = {
  async 'a like'(page, { there }) {
    await createPost(there, 'To be liked');
    await openFeed(page);
    const button = likeButton(post(page, 'To be liked'));
    return (time) =>
      pressUntilShown(button, { is: `[aria-pressed="${time % 2 === 1}"]` }, () => button.click());
  },
  async 'a post'(page) {
    await openFeed(page);
    const button = shareBox(page).getByRole('button', { name: 'Post', exact: true });
    return async (time) => {
      await expect(shareField(page)).toHaveValue('');
      await shareField(page).fill(`Post ${time}`);
      return pressUntilShown(button, { is: BUSY }, () => button.click());
    };
  },
  async 'a friend request and its cancellation'(page, { other }) {
    await openProfile(page, other.id);
    const button = page.getByRole('main').getByRole('button', { name: /^(Add Friend|Requested…)$/ });
    return () => pressUntilShown(button, { is: BUSY }, () => button.click());
  },
  async 'a purchase'(page) {
    await page.goto('/store#potion');
    const button = page.getByRole('main').getByRole('button', { name: /^Buy / }).first();
    return () => pressUntilShown(button, { is: BUSY }, () => button.click());
  },
  async 'a comment'(page, { other }) {
    await openProfile(page, other.id);
    const main = page.getByRole('main');
    const field = page.getByLabel('Write a comment');
    return async (time) => {
      await field.fill(`Comment ${time}`);
      return pressUntilShown(main, { says: 'Posting…' }, () => field.press('Control+Enter'));
    };
  },
  async 'a menu link'(page) {
    await page.goto('/faq');
    // The API calls of these pages never get a response.
    await page.route(/\/api\/(profiles|forum)/, () => {});
    const menu = page.getByRole('button', { name: 'Your menu' });
    return async (time) => {
      await menu.click();
      const name = time % 2 === 1 ? 'Find Players' : 'Forums';
      const link = page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name });
      return pressUntilShown(menu, { is: '[aria-expanded="false"]' }, () => link.click());
    };
  },
  async 'an attack'(page, { other }) {
    await openFight(page, other.id);
    const button = page.getByRole('button', { name: 'Attack' });
    return () => pressUntilShown(button, { is: '[aria-disabled="true"]' }, () => button.click());
  },
};

test('each action has a visible effect before the server responds', async ({ newVisitor, newClient }) => {
  const two = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = two.here;
  for (const [name, open] of Object.entries(ACTIONS))
    await test.step(name, async () => {
      let held = Promise.resolve();
      await page.route('**/api/**', async (route) => {
        if (route.request().method() !== 'GET') await held;
        await route.continue();
      });
      const press = await open(page, two);
      for (const time of PRESS_COUNT) {
        const { promise, resolve } = Promise.withResolvers<void>();
        held = promise;
        await press(time);
        resolve();
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('a message appears in its conversation before the server responds', async ({
  newVisitor,
  newClient,
}) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  const connection = await controlConnection(here);
  await openChat(page, other.id);
  connection.dropIncoming();
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  for (const time of PRESS_COUNT) {
    await messageField(page).fill(`Word ${time}`);
    await pressUntilShown(messages, { says: `Word ${time}` }, () => messageField(page).press('Enter'));
  }
});
