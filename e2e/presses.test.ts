import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openFight } from './fights.ts';
import { field, line, openChat } from './messages.ts';
import { openProfile, twoPlayers } from './people.ts';
import { likeButton, makePost, openFeed, post, shareBox, shareField } from './posts.ts';
import { untilSign } from './presses.ts';
import { useSite } from './suite.ts';

const suite = useSite();
const MAX_MS = 100;
/** Two of them have to be in time: on a busy machine one may find the browser elsewhere. */
const PRESSES = [1, 2, 3];
const median = (took: readonly number[]) => took.toSorted((one, other) => one - other)[1];
const BUSY = '[aria-busy="true"]';

type Two = Awaited<ReturnType<typeof twoPlayers>>;
/** Opens a page and answers how it is pressed there, each time with the time until something shows it. */
type Open = (page: Page, two: Two) => Promise<(time: number) => Promise<number>>;

const DEEDS: Record<string, Open> = {
  async 'a like'(page, { there }) {
    await makePost(there, 'To be liked');
    await openFeed(page);
    const button = likeButton(post(page, 'To be liked'));
    return (time) => untilSign(button, { is: `[aria-pressed="${time % 2 === 1}"]` }, () => button.click());
  },
  async 'a post'(page) {
    await openFeed(page);
    const button = shareBox(page).getByRole('button', { name: 'Post', exact: true });
    return async (time) => {
      await expect.poll(() => shareField(page).inputValue()).toBe('');
      await shareField(page).fill(`Post ${time}`);
      return untilSign(button, { is: BUSY }, () => button.click());
    };
  },
  async 'a friend request, and its end'(page, { other }) {
    await openProfile(page, other.id);
    const button = page.getByRole('main').getByRole('button', { name: /^(Add Friend|Requested…)$/ });
    return () => untilSign(button, { is: BUSY }, () => button.click());
  },
  async 'a purchase'(page) {
    await page.goto('/store#potion');
    const button = page.getByRole('main').getByRole('button', { name: /^Buy / }).first();
    return () => untilSign(button, { is: BUSY }, () => button.click());
  },
  async 'a comment'(page, { other }) {
    await openProfile(page, other.id);
    const main = page.getByRole('main');
    const field = page.getByLabel('Write a comment');
    return async (time) => {
      await field.fill(`Comment ${time}`);
      return untilSign(main, { says: 'Posting…' }, () => field.press('Control+Enter'));
    };
  },
  async 'a link of the menu'(page) {
    await page.goto('/faq');
    // What the pages show never comes.
    await page.route(/\/api\/(profiles|forum)/, () => {});
    const menu = page.getByRole('button', { name: 'Your menu' });
    return async (time) => {
      await menu.click();
      const name = time % 2 === 1 ? 'Find Players' : 'Forums';
      const link = page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name });
      return untilSign(menu, { is: '[aria-expanded="false"]' }, () => link.click());
    };
  },
  async 'a strike'(page, { other }) {
    await openFight(page, other.id);
    const button = page.getByRole('button', { name: 'Attack' });
    return () => untilSign(button, { is: '[aria-disabled="true"]' }, () => button.click());
  },
};

test.each(Object.entries(DEEDS))('%s is answered at once, while the server is not', async (_, open) => {
  const two = await twoPlayers(suite);
  const { page } = two.here;
  let held = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.continue();
  });
  const press = await open(page, two);
  const took: number[] = [];
  for (const time of PRESSES) {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    took.push(await press(time));
    resolve();
  }
  expect(median(took), `of ${took.join(', ')}`).toBeLessThanOrEqual(MAX_MS);
});

test('a message stands in its conversation at once, while the server is silent', async () => {
  const { here, other } = await twoPlayers(suite);
  const { page } = here;
  const connection = await line(here);
  await openChat(page, other.id);
  connection.deafen();
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  const took: number[] = [];
  for (const time of PRESSES) {
    await field(page).fill(`Word ${time}`);
    took.push(await untilSign(messages, { says: `Word ${time}` }, () => field(page).press('Enter')));
  }
  expect(median(took), `of ${took.join(', ')}`).toBeLessThanOrEqual(MAX_MS);
});
