import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import {
  type DbOrTx,
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
import { notBlockedSql } from '../blocks/service.ts';
import { PLAYER_COLUMNS, type PlayerRow, playerJoinSql } from '../profiles/service.ts';
import { type ClipRow, type GroupRow, presentGroups } from './presenters.ts';

/** Players who have clips at `now`, behind a place, with all of these; who added one last comes first. */
export async function groupPage(
  db: DbOrTx,
  { viewerId, now, before, limit }: { viewerId: number; now: Date; before: TimeCursor; limit: number },
): Promise<{ time: Date; id: number; group: ClipGroup }[]> {
  // As for a page of the feed, the inner limits keep the plan for all values as good as one for these.
  const rows = await query<GroupRow>(
    db,
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
            and ${notBlockedSql(viewerId, sql`user_id`)}
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

/** How many clips of a player are not over. */
export async function countClips(db: DbOrTx, userId: number, now: Date): Promise<number> {
  return queryValue<number>(
    db,
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

/** Adds a clip of a player who is locked, as its owner sees it; it stands for all of theirs unless another ends later. */
export async function insertClip(tx: Tx, clip: NewClip): Promise<ClipRow & PlayerRow> {
  await query(
    tx,
    sql`update clips set is_latest = false
     where user_id = ${clip.userId} and is_latest and expires_at <= ${clip.expiresAt}`,
  );
  return queryOne(
    tx,
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

/** Locks a player and the owner of a clip in the order of their ids, as `lockPlayers` does. */
export async function lockWithOwner(tx: Tx, userId: number, clipId: number): Promise<void> {
  await query(
    tx,
    sql`select id from users where id = ${userId} or id = (select user_id from clips where id = ${clipId})
     order by id for no key update`,
  );
}

export type LockedClip = {
  ownerId: number;
  /** A block stands between the owner and the viewer. */
  hidden: boolean;
  views: number;
};

/** Locks a clip that is not over before it or what it counts changes; undefined where there is none. */
export async function lockClip(
  tx: Tx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<LockedClip | undefined> {
  return queryFirst<LockedClip>(
    tx,
    sql`select user_id as "ownerId", not ${notBlockedSql(viewerId, sql`user_id`)} as hidden, views_count as views
     from clips where id = ${id} and expires_at > ${now} for no key update`,
  );
}

type FileKeys = { file_key: string; thumb_key: string | null };
const keysOf = ({ file_key, thumb_key }: FileKeys): string[] =>
  thumb_key === null ? [file_key] : [file_key, thumb_key];

/** Deletes a clip that is locked, with its owner, and all that hangs on it. Answers the keys of its files, and what it said. */
export async function deleteClip(
  tx: Tx,
  { id, ownerId }: { id: number; ownerId: number },
): Promise<{ keys: string[]; caption: string }> {
  const deleted = await queryOne<FileKeys & { is_latest: boolean; caption: string }>(
    tx,
    sql`delete from clips where id = ${id} returning file_key, thumb_key, is_latest, caption`,
  );
  if (deleted.is_latest)
    await query(
      tx,
      sql`update clips set is_latest = true
       where id = (select id from clips where user_id = ${ownerId} order by expires_at desc, id desc limit 1)`,
    );
  return { keys: keysOf(deleted), caption: deleted.caption };
}

/**
 * Deletes up to `limit` clips that are over, the earliest first, so that the one that stands for all of a player's goes
 * after the others.
 */
export async function deleteExpired(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ ids: number[]; keys: string[] }> {
  const rows = await query<FileKeys & { id: number }>(
    tx,
    sql`delete from clips where id in (
       select id from clips where expires_at <= ${now} order by expires_at, id limit ${limit}
       for update skip locked)
     returning id, file_key, thumb_key`,
  );
  return { ids: rows.map(({ id }) => id), keys: rows.flatMap(keysOf) };
}

/** The files of a clip that is not over, and whether a block stands between its owner and the viewer. */
export async function fileOf(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<(FileKeys & { mime: string; expires_at: Date; hidden: boolean }) | undefined> {
  return queryFirst<FileKeys & { mime: string; expires_at: Date; hidden: boolean }>(
    db,
    sql`select file_key, thumb_key, mime, expires_at, not ${notBlockedSql(viewerId, sql`user_id`)} as hidden
     from clips where id = ${id} and expires_at > ${now}`,
  );
}

/** Some clips of a player that are not over; that they liked others is no longer known to have been told. */
export async function takeClipBatch(tx: Tx, userId: number, now: Date, limit: number): Promise<number[]> {
  await query(tx, sql`delete from clip_like_notifications where user_id = ${userId}`);
  return queryValues<number>(
    tx,
    sql`select id from clips where user_id = ${userId} and expires_at > ${now}
     order by expires_at, id limit ${limit}`,
  );
}
