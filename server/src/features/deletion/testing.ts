import type { deletion } from '@rivalhold/shared/contract/deletion.ts';
import { identifier, sql, transaction } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { createPng } from '../../testing/images.ts';
import { personalColumns } from '../../testing/personal-data.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { upload } from '../attachments/testing.ts';
import { comment, sendFriendRequest } from '../blocks/testing.ts';
import { uploadClip } from '../clips/testing.ts';
import { fightToEnd, openFightOf, setCharacter } from '../combat/testing.ts';
import { sendDirectMessage } from '../dms/testing.ts';
import { createThread, firstCategoryId, like } from '../forum/testing.ts';
import { isHiddenSql } from '../hidden-content/service.ts';
import { addPhoto } from '../photos/testing.ts';
import { FakePushBrowser } from '../push/testing.ts';
import { deleteAccount } from './service.ts';

/** Delete an account without queueing the erasure job, so that the test controls when the data is erased. */
export const deleteWithoutJob = ({ site }: TestApp, { id }: { id: number }): Promise<void> => {
  const quiet = { ...site, jobs: { send: async () => {} } } as unknown as Site;
  return transaction(site.db, (tx) => deleteAccount(tx, quiet, id));
};

const NO_ROWS = { message: false, fight: false, friendRequest: false, quiet: null };
const NO_LOCATIONS = { origin: 'https://push.example.com' };

/** Create data of all kinds for a player, and some for a friend. */
export async function createFullHistory(app: TestApp, player: TestPlayer, friend: TestPlayer) {
  const of = (id: number) => ({ params: { id } });
  const photo = await addPhoto(player, `By ${player.username}`);
  const clip = await uploadClip(player);
  const { photo: theirs, theirClip } = { photo: await addPhoto(friend), theirClip: await uploadClip(friend) };
  const post = (await player.call('POST /api/feed', { body: { body: 'I was here' } })).body.post;
  await player.call('POST /api/feed', { body: { imageUrl: photo.imageUrl } });
  const other = (await friend.call('POST /api/feed', { body: { body: `For @${player.username}` } })).body
    .post;
  await player.call('POST /api/feed/{id}/like', of(other.id));
  await player.call('POST /api/feed/{id}/comments', { ...of(other.id), body: { body: 'Well said' } });
  await player.call('POST /api/photos/{id}/like', of(theirs.id));
  await player.call('POST /api/clips/{id}/like', of(theirClip.id));
  await player.call('POST /api/clips/{id}/view', of(theirClip.id));
  await comment(player, friend);
  await comment(friend, player);
  const thread = await createThread(friend, await firstCategoryId(friend));
  await like(player, thread.postId);

  await sendFriendRequest(player, friend);
  const { body: requests } = await friend.call('GET /api/friend-requests');
  await friend.call('PATCH /api/friend-requests/{id}/accept', of(requests[0]?.id ?? 0));
  await sendFriendRequest(player, await app.player());
  await player.call('POST /api/blocks/{userId}', { params: { userId: (await app.player()).id } });

  const ids: number[] = [];
  for (let n = 0; n < 2; n++) ids.push((await upload(player, await createPng())).body.attachment.id);
  const socket = await player.socket();
  const { message } = await sendDirectMessage(socket, player, friend, 'For you', {
    attachmentIds: ids.slice(0, 1),
  });

  // Make the player strong enough to win the fight.
  await setCharacter(app, player, { attack: 500, energy: 100, health: 5_000, max_health: 5_000 });
  await openFightOf(player, friend);
  await fightToEnd(app, player, friend);
  await openFightOf(player, await app.player());
  await player.call('PATCH /api/profiles/profile', {
    body: { location: 'The old mill', age: 44, statusMessage: 'Still here' },
    headers: { 'Idempotency-Key': 'kept' },
  });
  // Turn off all push notifications, and add a device.
  await player.call('PUT /api/push/settings', { body: NO_ROWS });
  await player.call('POST /api/push/devices', { body: new FakePushBrowser(NO_LOCATIONS).subscription });
  return { photo, clip, post, other, theirs, theirClip, message, socket, attachmentId: ids[0] ?? 0 };
}

/** Return the columns that contain the text. Leave out the audit log and reserved usernames. */
export async function findText({ site }: TestApp, text: string): Promise<string[]> {
  const columns = await query<{ table_name: string; column_name: string }>(
    site.db,
    sql`select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb') and table_name in
       (select tablename from pg_tables where schemaname = 'public')
       and table_name not in ('audit_log', 'reserved_usernames')`,
  );
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await queryValue<number>(
      site.db,
      sql`select count(*)::integer from ${identifier(table)}
          where position(lower(${text}) in lower(${identifier(column)}::text)) > 0`,
    );
    if (rows > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

/**
 * Count a player's rows in each table from which all of the player's rows must be erased. Leave out tables that contain
 * no rows of the player.
 */
export async function rowsOfPlayer(
  { site }: TestApp,
  { id }: { id: number },
): Promise<Record<string, number>> {
  const columns = personalColumns(site.features);
  const keeping = columns.filter(({ policy }) => policy[0] !== 'erased').map(({ table }) => table);
  const conditions = new Map(
    columns.filter(({ table }) => !keeping.includes(table)).map(({ table, rows }) => [table, rows]),
  );
  const found: Record<string, number> = {};
  for (const [table, rows] of conditions) {
    const count = await queryValue<number>(
      site.db,
      sql`select count(*)::integer from ${identifier(table)} where ${rows(id)}`,
    );
    if (count > 0) found[table] = count;
  }
  return found;
}

/** Return the rows whose like or comment counter is wrong. */
export const likeCounterErrors = ({ site }: TestApp) =>
  query(
    site.db,
    sql`select 'post' as what, id from posts t
       where like_count <> (select count(*) from post_likes where post_id = t.id)
     union all select 'comments', id from posts t
       where comment_count <> (
         select count(*) from post_comments where post_id = t.id
           and not ${isHiddenSql('comment', sql`post_comments.id`)})
     union all select 'photo', id from photos t
       where like_count <> (select count(*) from photo_likes where photo_id = t.id)
     union all select 'clip', id from clips t
       where like_count <> (select count(*) from clip_likes where clip_id = t.id)`,
  );

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof deletion> = {
  routes: { 'DELETE /api/users/me': { call: () => ({ body: { password: 'a guess' } }) } },
};
