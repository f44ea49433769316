import type { Page } from '@playwright/test';
import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Visitor } from '../browser.ts';
import { postImages } from '../images.ts';
import { type Player, requestAs, requestOk } from '../players.ts';

const LONG_WORD = 'W'.repeat(140);
const LONG_TEXT = `A long tale. ${'It went on and on through the night, until nobody could tell who had begun it. '.repeat(16)}`;

/** Create a post with a very long word and a post with a very long text, and return their ids. */
export async function createLongPosts(visitor: Visitor): Promise<number[]> {
  const ids: number[] = [];
  for (const body of [LONG_WORD.repeat(3), LONG_TEXT]) {
    const { post } = await requestOk<{ post: { id: number } }>(visitor, 'POST', '/api/feed', { body });
    ids.push(post.id);
  }
  return ids;
}

/**
 * Send a very long word, and a text of at most `most` characters, through a field of the page. Skip texts that the page
 * already shows, because an earlier screenshot has sent them.
 */
export async function typeLongText(page: Page, box: RegExp, most: number): Promise<void> {
  const field = page.getByRole('textbox', { name: box });
  await field.waitFor();
  await page.waitForLoadState('networkidle');
  for (const words of [LONG_WORD.repeat(3), LONG_TEXT.slice(0, most)]) {
    const posted = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: words.slice(0, 60) });
    if ((await posted.count()) > 0) continue;
    await field.fill(words);
    await field.press('Enter');
    await posted.first().waitFor();
  }
}

/** Create very long content: public content, content that a reader reports, and content for a friend. */
export async function createLongContent(
  visitor: Visitor,
  me: Player,
  reader: Visitor,
  [friend, friends]: readonly [Player, Visitor],
): Promise<ForumThread> {
  await requestOk(visitor, 'PATCH', '/api/users/me/status', { statusMessage: LONG_WORD });
  for (const id of await createLongPosts(visitor)) {
    await requestOk(reader, 'POST', '/api/reports', { kind: 'post', id, reason: LONG_TEXT.slice(0, 480) });
    // Delete the post, so that it does not fill everyone's dashboard. Staff can still see it.
    await requestOk(visitor, 'DELETE', `/api/feed/${id}`);
  }
  const captions = [LONG_WORD, LONG_TEXT].map((words) => words.slice(0, LIMITS.photos.caption));
  await postImages(visitor, { path: '/api/photos', field: 'photo', captions });
  // Ignore errors, because an earlier run on the same site might have made the two players friends already.
  await requestAs(visitor, 'POST', `/api/friend-requests/${friend.id}`);
  await requestAs(friends, 'POST', `/api/friend-requests/${me.id}`);
  for (const body of [LONG_WORD.repeat(2), LONG_TEXT.slice(0, LIMITS.comment)])
    await requestOk(visitor, 'POST', `/api/profiles/${friend.id}/status/comments`, { body });
  const categories = await requestOk<{ id: number }[]>(visitor, 'GET', '/api/forum-categories');
  const { thread } = await requestOk<{ thread: ForumThread }>(visitor, 'POST', '/api/forum-threads', {
    title: LONG_WORD.slice(0, 120),
    body: `@${friend.username} ${LONG_TEXT}\n> ${LONG_WORD}\n${LONG_TEXT}`,
    categoryId: categories[0]?.id,
  });
  return thread;
}
