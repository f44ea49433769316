import { expect, type Locator, type Page } from '@playwright/test';
import type { ForumPost, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { type Client, requestAs } from './players.ts';

/** Find the list of threads. */
export const threads = (page: Page): Locator => page.getByRole('region', { name: 'Threads', exact: true });
/** Find the row of a thread in the list. */
export const row = (page: Page, title: string): Locator =>
  threads(page).getByRole('link').filter({ hasText: title });
/** Find the open thread. */
export const thread = (page: Page): Locator => page.locator('#thread');
/** Find posts of the open thread by their text. */
export const post = (page: Page, text: string): Locator =>
  thread(page).getByRole('article').filter({ hasText: text });
/** Find the field for a reply. */
export const replyField = (page: Page): Locator => page.getByLabel('Your reply');
/** Find the button that sends a reply. */
export const replyButton = (page: Page): Locator =>
  page.getByRole('form', { name: 'Reply to the thread' }).getByRole('button', { name: 'Reply', exact: true });

/** Open the forum with a query, and wait until the threads are loaded. */
export async function openForum(page: Page, query = ''): Promise<void> {
  await page.goto(`/forum${query}`);
  await page.locator('#threads').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
}

/**
 * Wait until the server has subscribed the page to updates of its open thread. Call this before opening the page.
 */
export const waitForWatch = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      let acknowledgement: string | undefined;
      socket.on('framesent', ({ payload }) => {
        const [, id] = /^42(\d+)\["forum:watch"/.exec(String(payload)) ?? [];
        if (id !== undefined) acknowledgement = `43${id}[`;
      });
      socket.on('framereceived', ({ payload }) => {
        if (acknowledgement !== undefined && String(payload).startsWith(acknowledgement)) resolve();
      });
    });
  });

/** Start a thread through the API, by default in the first category. */
export async function startThread(
  client: Client,
  { title, body = 'Where it begins.', category = 0 }: { title: string; body?: string; category?: number },
): Promise<{ thread: ForumThread; post: ForumPost }> {
  const { body: categories } = await requestAs<{ id: number }[]>(client, 'GET', '/api/forum-categories');
  const sent = { title, body, categoryId: categories[category]?.id };
  const answer = await requestAs<{ thread: ForumThread; post: ForumPost }>(
    client,
    'POST',
    '/api/forum-threads',
    sent,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** Reply to a thread through the API. */
export async function reply(client: Client, threadId: number, body: string): Promise<ForumPost> {
  const answer = await requestAs<{ post: ForumPost }>(client, 'POST', '/api/forum-posts', {
    threadId,
    body,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.post;
}
