import type { Clip, clips } from '@rivalhold/shared/contract/clips.ts';
import { type DbOrTx, sql } from '../../platform/db/db.ts';
import type { CallOptions, TestApp, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, ofTheirs, PUBLIC, SIGNED_IN } from '../../testing/cases.ts';
import { createPng } from '../../testing/images.ts';
import { query, queryOne } from '../../testing/queries.ts';

/** Post a form with these parts to the clip upload, in this order. The form can be invalid. */
export const postForm = (
  player: TestPlayer,
  parts: readonly [field: string, value: string | Uint8Array][],
  headers: Record<string, string> = {},
) =>
  player.call('POST /api/clips', {
    form: parts.map(([field, value]) => [field, value, '../x.svg'] as const),
    headers,
  });

/** Upload a small image as a clip and return it. */
export async function uploadClip(player: TestPlayer, caption = ''): Promise<Clip> {
  const { status, body } = await postForm(player, [
    ['caption', caption],
    // The size differs from that of other uploads, because tests recognize files by their content.
    ['file', await createPng(72, 48)],
  ]);
  if (status !== 201) throw new Error(`The upload answered ${status}: ${body.message}`);
  return body.clip;
}

/** Insert clips without files, in this order. A clip whose `endsInMs` is 0 or less has expired. */
export async function insertClips(
  { site }: TestApp,
  clips: readonly { userId: number; endsInMs: number }[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const { userId, endsInMs } of clips) {
    const expiresAt = new Date(site.clock.now().getTime() + endsInMs);
    await query(site.db, sql`update clips set is_latest = false where user_id = ${userId} and is_latest`);
    const createdAt = new Date(expiresAt.getTime() - site.config.clipTtlMs);
    const { id } = await queryOne<{ id: number }>(
      site.db,
      sql`insert into clips (user_id, kind, file_key, mime, width, height, is_latest, created_at, expires_at)
       values (${userId}, 'image', 'clips/none.webp', 'image/webp', 1, 1, true, ${createdAt}, ${expiresAt})
       returning id`,
    );
    ids.push(id);
  }
  return ids;
}

/** Return the response with a page of clips. */
export const clipsOf = (player: TestPlayer, query: CallOptions['query'] = {}) =>
  player.call('GET /api/clips/feed', { query });
/** Like a clip, or remove the like. */
export const likeClip = (player: TestPlayer, id: number) =>
  player.call('POST /api/clips/{id}/like', { params: { id } });
/** View a clip. */
export const viewClip = (player: TestPlayer, id: number) =>
  player.call('POST /api/clips/{id}/view', { params: { id } });
/** Delete a clip. */
export const removeClip = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/clips/{id}', { params: { id } });

/**
 * Return the differences between the counters of a clip and the numbers of counted rows. Both differences are 0 if the
 * counters are correct.
 */
export const counterErrors = (db: DbOrTx, id: number) =>
  queryOne<{ likes: number; views: number }>(
    db,
    sql`select like_count - (select count(*)::integer from clip_likes where clip_id = ${id}) as likes,
            view_count - (select count(*)::integer from clip_views where clip_id = ${id}) as views
     from clips where id = ${id}`,
  );

/** Return the number of rows that belong to a clip, in all tables. */
export async function rowsForClip(db: DbOrTx, id: number): Promise<number> {
  const { rows } = await queryOne<{ rows: number }>(
    db,
    sql`select (select count(*) from clips where id = ${id}) + (select count(*) from clip_likes
        where clip_id = ${id})
          + (select count(*) from clip_views where clip_id = ${id})
          + (select count(*) from clip_like_notifications where clip_id = ${id})
          + (select count(*) from notifications where collapse_key = 'clip:' || ${id}::bigint)::integer as rows`,
  );
  return Number(rows);
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof clips> = {
  routes: {
    'GET /api/clips/feed': {},
    'POST /api/clips': { requiresUnmuted: true },
    'POST /api/clips/{id}/view': { call: ofTheirs('clip'), acrossBlock: 404, owner: PUBLIC },
    'POST /api/clips/{id}/like': { call: ofTheirs('clip'), acrossBlock: 404, owner: PUBLIC },
    'DELETE /api/clips/{id}': {
      call: ofTheirs('clip'),
      acrossBlock: 404,
      owner: {
        others: 403,
        staff: 'moderator',
        make: async ({ app, owner }) => {
          const [id = 0] = await insertClips(app, [{ userId: owner.id, endsInMs: 3_600_000 }]);
          return { params: { id } };
        },
      },
    },
  },
  files: {
    '/media/clips/{id}': {
      seenBy: SIGNED_IN,
      path: async ({ owner }) => `/media/clips/${(await uploadClip(owner)).id}`,
    },
    '/media/clips/{id}/thumb': {
      seenBy: SIGNED_IN,
      path: async ({ owner }) => `/media/clips/${(await uploadClip(owner)).id}/thumb`,
    },
    '/media/clips/{id}, expired': {
      seenBy: [],
      path: async ({ app, owner }) => {
        const { id } = await uploadClip(owner);
        await query(app.site.db, sql`update clips set expires_at = ${app.clock.now()} where id = ${id}`);
        return `/media/clips/${id}`;
      },
    },
  },
};
