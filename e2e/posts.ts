import { expect, type Locator, type Page } from '@playwright/test';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { expectAccessible, type Visitor } from './browser.ts';
import { requestAs } from './players.ts';

/** Where a post is written. */
export const shareField = (page: Page): Locator => page.getByLabel('What do you want to share?');
/** The box around it. */
export const shareBox = (page: Page): Locator => page.getByRole('form', { name: 'Share something' });
/** The posts on the page that hold a text. */
export const post = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Feed', exact: true }).getByRole('article').filter({ hasText: text });
/** The button of a post that likes it. */
export const likeButton = (card: Locator): Locator => card.getByRole('button', { name: /^Like, / });

/** Opens the dashboard and waits until the feed is there. */
export async function openFeed(page: Page, hash = ''): Promise<void> {
  await page.goto(`/dashboard${hash}`);
  await page.getByRole('region', { name: 'Feed', exact: true }).getByRole('list').first().waitFor();
}

/** Posts a text without the page. */
export async function createPost(visitor: Visitor, body: string): Promise<Post> {
  const answer = await requestAs<{ post: Post }>(visitor, 'POST', '/api/feed', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.post;
}

/** Answers the question of the window that is open, which everybody can read. */
export async function answerDialog(page: Page, title: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
}
