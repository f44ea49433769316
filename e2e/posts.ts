import { expect, type Locator, type Page } from '@playwright/test';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible } from './browser.ts';
import { type Client, requestAs, requestOk } from './players.ts';

/** Find the field for a post. */
export const shareField = (page: Page): Locator => page.getByLabel('What do you want to share?');
/** Find the form for a post. */
export const shareBox = (page: Page): Locator => page.getByRole('form', { name: 'Share something' });
/** Find posts on the page by their text. */
export const post = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Feed', exact: true }).getByRole('article').filter({ hasText: text });
/** Find the like button of a post. */
export const likeButton = (card: Locator): Locator => card.getByRole('button', { name: /^Like, / });

/** Open the dashboard, and wait until the feed is loaded. */
export async function openFeed(page: Page, hash = ''): Promise<void> {
  await page.goto(`/dashboard${hash}`);
  await page.getByRole('region', { name: 'Feed', exact: true }).getByRole('list').first().waitFor();
}

/** Return the texts of the newest posts that are visible to the client. */
export const feedTexts = async (client: Client): Promise<string[]> =>
  (await requestOk<{ items: Post[] }>(client, 'GET', '/api/feed')).items.map(({ text }) => text);

/** Create a text post through the API. */
export async function createPost(client: Client, body: string): Promise<Post> {
  const answer = await requestAs<{ post: Post }>(client, 'POST', '/api/feed', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.post;
}

/**
 * Press a button of the open confirmation dialog. All these dialogs have the same structure, so check their
 * accessibility only in long runs.
 */
export async function answerDialog(page: Page, title: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  if (LONG) await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
}
