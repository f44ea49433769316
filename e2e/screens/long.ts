import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Page } from 'playwright-core';
import type { Visitor } from '../browser.ts';
import { sendPictures } from '../pictures.ts';
import { call, done, type Player } from '../players.ts';

const LONG_WORD = 'W'.repeat(140);
const LONG_TEXT = `A long tale. ${'It went on and on through the night, until nobody could tell who had begun it. '.repeat(16)}`;

/** Posts of the greatest length; answers their ids. */
export async function postAtLength(visitor: Visitor): Promise<number[]> {
  const ids: number[] = [];
  for (const body of [LONG_WORD.repeat(3), LONG_TEXT]) {
    const { post } = await done<{ post: { id: number } }>(visitor, 'POST', '/api/feed', { body });
    ids.push(post.id);
  }
  return ids;
}

/** Says both in a box of the page, once however often it is opened. */
export async function sayAtLength(page: Page, box: RegExp, most: number): Promise<void> {
  const field = page.getByRole('textbox', { name: box });
  await field.waitFor();
  await page.waitForLoadState('networkidle');
  for (const words of [LONG_WORD.repeat(3), LONG_TEXT.slice(0, most)]) {
    const said = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: words.slice(0, 60) });
    if ((await said.count()) > 0) continue;
    await field.fill(words);
    await field.press('Enter');
    await said.first().waitFor();
  }
}

/** What a writer without end leaves behind: for everybody, for a reader who reports it, and for a friend. */
export async function writeAtLength(
  visitor: Visitor,
  me: Player,
  reader: Visitor,
  [friend, friends]: readonly [Player, Visitor],
): Promise<ForumThread> {
  await done(visitor, 'PATCH', '/api/users/me/status', { statusMessage: LONG_WORD });
  for (const id of await postAtLength(visitor)) {
    await done(reader, 'POST', '/api/reports', { kind: 'post', id, reason: LONG_TEXT.slice(0, 480) });
    // Staff see it all the same, and nobody's dashboard is full of it.
    await done(visitor, 'DELETE', `/api/feed/${id}`);
  }
  const captions = [LONG_WORD, LONG_TEXT].map((words) => words.slice(0, LIMITS.photos.caption));
  await sendPictures(visitor, { path: '/api/photos', field: 'photo', captions });
  // An earlier visit to the same site may have made them friends.
  await call(visitor, 'POST', `/api/friend-requests/${friend.id}`);
  await call(friends, 'POST', `/api/friend-requests/${me.id}`);
  for (const body of [LONG_WORD.repeat(2), LONG_TEXT.slice(0, LIMITS.comment)])
    await done(visitor, 'POST', `/api/profiles/${friend.id}/status/comments`, { body });
  const categories = await done<{ id: number }[]>(visitor, 'GET', '/api/forum-categories');
  const { thread } = await done<{ thread: ForumThread }>(visitor, 'POST', '/api/forum-threads', {
    title: LONG_WORD.slice(0, 120),
    body: `@${friend.username} ${LONG_TEXT}\n> ${LONG_WORD}\n${LONG_TEXT}`,
    categoryId: categories[0]?.id,
  });
  return thread;
}
