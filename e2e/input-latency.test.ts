import type { Locator } from '@playwright/test';
import { openFight } from './fights.ts';
import { createPlayerAndClient, openProfile } from './fixtures.ts';
import { controlConnection, messageField } from './messages.ts';
import { createPost, likeButton, openFeed, post, shareBox, shareField } from './posts.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

/**
 * Each action is performed twice, because the second press can have a different effect. For example, it removes a like.
 */
const PRESS_COUNT = [1, 2];
const BUSY = '[aria-busy="true"]';

/** Performs an action for the first or second time, and waits for its visible result. */
type Press = (time: number) => Promise<void>;

type Sign = {
  /** Selector that matches the element only while it shows the result. */
  is?: string;
  /** Text that the element contains only while it shows the result. */
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

test('each action has a visible effect before the server responds', async ({ newVisitor, newClient }) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  const connection = await controlConnection(here);
  let held = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.continue().catch(() => undefined);
  });
  const check = (name: string, press: Press) =>
    test.step(name, async () => {
      for (const time of PRESS_COUNT) {
        const { promise, resolve } = Promise.withResolvers<void>();
        held = promise;
        await press(time);
        resolve();
      }
    });

  await createPost(there, 'To be liked');
  await openFeed(page);
  const like = likeButton(post(page, 'To be liked'));
  await check('a like', (time) =>
    pressUntilShown(like, { is: `[aria-pressed="${time % 2 === 1}"]` }, () => like.click()),
  );
  const share = shareBox(page).getByRole('button', { name: 'Post', exact: true });
  await check('a post', async (time) => {
    // Wait until the previous post is sent. Until then, the field ignores input, even if it is already empty.
    await expect(share.and(page.locator(BUSY))).toHaveCount(0);
    await expect(shareField(page)).toHaveValue('');
    await shareField(page).fill(`Post ${time}`);
    await pressUntilShown(share, { is: BUSY }, () => share.click());
  });

  await openProfile(page, other.id);
  const main = page.getByRole('main');
  const befriend = main.getByRole('button', { name: /^(Add Friend|Requested…)$/ });
  await check('a friend request and its cancellation', () =>
    pressUntilShown(befriend, { is: BUSY }, () => befriend.click()),
  );
  const comment = page.getByLabel('Write a comment');
  await check('a comment', async (time) => {
    await comment.fill(`Comment ${time}`);
    await pressUntilShown(main, { says: 'Posting…' }, () => comment.press('Control+Enter'));
  });

  await navigate(page, '/store#potion');
  const buy = main.getByRole('button', { name: /^Buy / }).first();
  await check('a purchase', () => pressUntilShown(buy, { is: BUSY }, () => buy.click()));

  await openFight(page, other.id);
  const attack = page.getByRole('button', { name: 'Attack' });
  await check('an attack', () =>
    pressUntilShown(attack, { is: '[aria-disabled="true"]' }, () => attack.click()),
  );

  await navigate(page, `/dm/${other.id}`);
  await messageField(page).waitFor();
  connection.dropIncoming();
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  await check('a message', async (time) => {
    await messageField(page).fill(`Word ${time}`);
    await pressUntilShown(messages, { says: `Word ${time}` }, () => messageField(page).press('Enter'));
  });

  // The links below open pages whose API calls never get a response.
  await page.route(/\/api\/(profiles|forum)/, () => {});
  const menu = page.getByRole('button', { name: 'Your menu' });
  await check('a menu link', async (time) => {
    await menu.click();
    const name = time % 2 === 1 ? 'Find Players' : 'Forums';
    const link = page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name });
    await pressUntilShown(menu, { is: '[aria-expanded="false"]' }, () => link.click());
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
