import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  literal,
  query,
  queryFirst,
  queryOne,
  queryValue,
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SelectedFiles, selectedFilesSql } from '../../platform/personal-data/selected-files.ts';
import { isContentVisibleSql, notBlockedSql } from '../blocks/service.ts';
import { PLAYER_COLUMNS, playerJoinSql } from '../profiles/service.ts';
import { insertStoredRows, moveRows } from '../removals/service.ts';
import { ClipRow, GroupRow, presentGroups } from './presenters.ts';

/**
 * Return up to `limit` players with all of their active clips, starting after a given position in the list of clips.
 * Leave out players whose content is hidden from the viewer. The player with the latest clip comes first.
 */
export async function groupPage(
  db: DbOrTx,
  { viewerId, now, before, limit }: { viewerId: number; now: Date; before: TimeCursor; limit: number },
): Promise<{ time: Date; id: number; group: ClipGroup }[]> {
  // The inner limits are constants, so that PostgreSQL also knows them when it makes a generic plan.
  const rows = await query(
    db,
    GroupRow,
    sql`
      select c.*, ${PLAYER_COLUMNS}, g.until, g.last_id,
             exists (select 1 from clip_likes l where l.clip_id = c.id and l.user_id = ${viewerId}) as liked,
             c.user_id = ${viewerId}
               or exists (select 1 from clip_views v where v.clip_id = c.id and v.user_id = ${viewerId}) as seen
      from (
        select * from (
          select user_id, expires_at as until, id as last_id from clips
          where is_latest and expires_at > ${now}
            and (expires_at, id) < (${before.time}::timestamptz, ${before.id}::bigint)
            and ${isContentVisibleSql(viewerId, sql`user_id`)}
          order by expires_at desc, id desc limit ${literal(LIMITS.clips.groups + 1)}
        ) longest limit ${limit}
      ) g
      cross join lateral (
        select * from clips where user_id = g.user_id and expires_at > ${now}
        order by expires_at, id limit ${literal(LIMITS.clips.perPlayer)}
      ) c ${playerJoinSql(sql`c`)}
      order by g.until desc, g.last_id desc, c.id`,
  );
  return presentGroups(rows);
}

/** Return the number of a player's active clips. */
export async function countClips(db: DbOrTx, userId: number, now: Date): Promise<number> {
  return queryValue(
    db,
    column.integer,
    sql`select count(*)::integer as count from clips where user_id = ${userId} and expires_at > ${now}`,
  );
}

export type NewClip = {
  userId: number;
  kind: 'image' | 'video';
  fileKey: string;
  thumbKey: string | null;
  mime: string;
  width: number;
  height: number;
  durationMs: number | null;
  caption: string;
  at: Date;
  expiresAt: Date;
};

/**
 * Insert a clip for a locked player, and return it as its owner sees it. Mark it as the player's latest clip unless
 * another of their clips expires later.
 */
export async function insertClip(tx: Tx, clip: NewClip): Promise<ClipRow> {
  await execute(
    tx,
    sql`update clips set is_latest = false
     where user_id = ${clip.userId} and is_latest and expires_at <= ${clip.expiresAt}`,
  );
  return queryOne(
    tx,
    ClipRow,
    sql`with clip as (
       insert into clips (user_id, kind, file_key, thumb_key, mime, width, height, duration_ms, caption,
         created_at, expires_at, is_latest)
       values (${clip.userId}, ${clip.kind}, ${clip.fileKey}, ${clip.thumbKey}, ${clip.mime},
         ${clip.width}, ${clip.height}, ${clip.durationMs}, ${clip.caption}, ${clip.at}, ${clip.expiresAt},
         not exists (select 1 from clips where user_id = ${clip.userId} and is_latest))
       returning *
     )
     select clip.*, ${PLAYER_COLUMNS}, false as liked, true as seen from clip ${playerJoinSql(sql`clip`)}`,
  );
}

/** Lock a player and the owner of a clip in order of id, as `lockPlayers` does. */
export async function lockWithOwner(tx: Tx, userId: number, clipId: number): Promise<void> {
  await execute(
    tx,
    sql`select id from users where id = ${userId} or id = (select user_id from clips where id = ${clipId})
     order by id for no key update`,
  );
}

const LockedClip = Type.Object({
  ownerId: column.integer,
  /** True if a block between the owner and the viewer hides the clip. */
  hiddenByBlock: column.boolean,
  views: column.integer,
  caption: column.text,
  expiresAt: column.date,
});
export type LockedClip = Static<typeof LockedClip>;

/** Lock and return an active clip, or return undefined if there is none. */
export async function lockClip(
  tx: Tx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<LockedClip | undefined> {
  return queryFirst(
    tx,
    LockedClip,
    sql`select user_id as "ownerId", not ${notBlockedSql(viewerId, sql`user_id`)} as "hiddenByBlock", view_count as views,
       caption, expires_at as "expiresAt"
     from clips where id = ${id} and expires_at > ${now} for no key update`,
  );
}

const FileKeys = Type.Object({ file_key: column.text, thumb_key: Nullable(column.text) });
const keysOf = ({ file_key, thumb_key }: Static<typeof FileKeys>): string[] =>
  thumb_key === null ? [file_key] : [file_key, thumb_key];

/** The tables with the likes and views of clips, and with the likes that the owner has been notified of. */
const REACTION_TABLES = ['clip_likes', 'clip_like_notifications', 'clip_views'];

/**
 * Delete a clip. If a removal record is given, store the clip in it. The clip and its owner must be locked. Return the
 * keys of its files.
 */
export async function deleteClip(
  tx: Tx,
  { id, ownerId, removalId }: { id: number; ownerId: number; removalId: number | null },
): Promise<string[]> {
  const clip = await queryOne(
    tx,
    FileKeys,
    sql`select file_key, thumb_key from clips where id = ${id} for update`,
  );
  if (removalId === null) await execute(tx, sql`delete from clips where id = ${id}`);
  else {
    for (const table of REACTION_TABLES) await moveRows(tx, removalId, table, sql`clip_id = ${id}`);
    await moveRows(tx, removalId, 'clips', sql`id = ${id}`);
  }
  await markLatest(tx, ownerId);
  return keysOf(clip);
}

/** Mark the clip that expires last as the latest clip of a locked player. */
async function markLatest(tx: Tx, userId: number): Promise<void> {
  const latest = sql`(select id from clips where user_id = ${userId} order by expires_at desc, id desc limit 1)`;
  await execute(
    tx,
    sql`update clips set is_latest = false where user_id = ${userId} and is_latest and id <> ${latest}`,
  );
  await execute(tx, sql`update clips set is_latest = true where id = ${latest} and not is_latest`);
}

/**
 * Restore the clip from a removal record, with its likes and views. Recount the likes, because players who liked the
 * clip might have been deleted in the meantime. The owner must be locked.
 */
export async function insertRemovedClip(
  tx: Tx,
  { removalId, id }: { removalId: number; id: number },
): Promise<void> {
  await execute(
    tx,
    sql`update removed_rows set data = data || '{"is_latest": false}'
        where removal_id = ${removalId} and table_name = 'clips'`,
  );
  for (const table of ['clips', ...REACTION_TABLES]) await insertStoredRows(tx, removalId, table);
  const ownerId = await queryValue(
    tx,
    column.integer,
    sql`update clips set like_count = (select count(*) from clip_likes where clip_id = ${id})
        where id = ${id} returning user_id`,
  );
  await markLatest(tx, ownerId);
}

const DeletedClip = Type.Object({ ...FileKeys.properties, id: column.integer });

/**
 * Delete up to `limit` expired clips, earliest expiry first, so that the latest clip of each player is deleted last.
 */
export async function deleteExpired(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ ids: number[]; keys: string[] }> {
  const rows = await query(
    tx,
    DeletedClip,
    sql`delete from clips where id in (
       select id from clips where expires_at <= ${now} order by expires_at, id limit ${limit}
       for update skip locked)
     returning id, file_key, thumb_key`,
  );
  return { ids: rows.map(({ id }) => id), keys: rows.flatMap(keysOf) };
}

const ClipFile = Type.Object({
  ...FileKeys.properties,
  mime: column.text,
  expires_at: column.date,
  hiddenByBlock: column.boolean,
});

/**
 * Return the file keys, type and expiry of an active clip, and whether a block hides the clip from the viewer. Return
 * undefined if there is no such clip.
 */
export async function fileOf(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<Static<typeof ClipFile> | undefined> {
  return queryFirst(
    db,
    ClipFile,
    sql`select file_key, thumb_key, mime, expires_at, not ${notBlockedSql(viewerId, sql`user_id`)} as "hiddenByBlock"
     from clips where id = ${id} and expires_at > ${now}`,
  );
}

const SelectedClip = Type.Object({ id: column.integer, ownerId: column.integer });

/** Return up to `limit` clips that have one of the selected files, including expired clips. */
export async function selectClips(
  tx: Tx,
  of: SelectedFiles,
  limit: number,
): Promise<Static<typeof SelectedClip>[]> {
  const selected = selectedFilesSql(of, {
    folder: 'clips',
    owner: sql`user_id`,
    keys: [sql`file_key`, sql`thumb_key`],
  });
  return query(
    tx,
    SelectedClip,
    sql`select id, user_id as "ownerId" from clips where ${selected} order by id limit ${limit}`,
  );
}

/**
 * Return the ids of up to `limit` of a player's active clips. Also delete the player's rows in
 * `clip_like_notifications`, which record the likes that clip owners have been notified of.
 */
export async function takeClipBatch(tx: Tx, userId: number, now: Date, limit: number): Promise<number[]> {
  await execute(tx, sql`delete from clip_like_notifications where user_id = ${userId}`);
  return queryValues(
    tx,
    column.integer,
    sql`select id from clips where user_id = ${userId} and expires_at > ${now}
     order by expires_at, id limit ${limit}`,
  );
}
