import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, run, runFirst, runOne, runValue, runValues, type Tx } from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { PLAYER, type PlayerRow, playerOf } from '../profiles/service.ts';
import { type ClipRow, type GroupRow, presentGroups } from './presenters.ts';

// As for a page of the feed, the inner limits keep the plan for all values as good as one for these.
const FEED_SQL = `
  select c.*, ${PLAYER}, g.until, g.last_id,
         exists (select 1 from clip_likes l where l.clip_id = c.id and l.user_id = $1) as liked,
         c.user_id = $1 or exists (select 1 from clip_views v where v.clip_id = c.id and v.user_id = $1) as seen
  from (
    select * from (
      select user_id, expires_at as until, id as last_id from clips
      where is_last and expires_at > $2 and (expires_at, id) < ($3::timestamptz, $4::bigint)
        and ${notBlockedSql('$1', 'user_id')}
      order by expires_at desc, id desc limit ${LIMITS.clips.groups + 1}
    ) longest limit $5
  ) g
  cross join lateral (
    select * from clips where user_id = g.user_id and expires_at > $2 order by expires_at, id limit ${LIMITS.clips.perPlayer}
  ) c ${playerOf('c')}
  order by g.until desc, g.last_id desc, c.id`;

/** Players who have clips at `now`, behind a place, with all of these; who added one last comes first. */
export async function groupPage(
  db: DbOrTx,
  { viewerId, now, before, limit }: { viewerId: number; now: Date; before: TimeCursor; limit: number },
): Promise<{ time: Date; id: number; group: ClipGroup }[]> {
  return presentGroups(await run<GroupRow>(db, FEED_SQL, [viewerId, now, before.time, before.id, limit]));
}

/** How many clips of a player are not over. */
export async function countClips(db: DbOrTx, userId: number, now: Date): Promise<number> {
  return runValue<number>(
    db,
    'select count(*)::integer as count from clips where user_id = $1 and expires_at > $2',
    [userId, now],
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
  await run(tx, 'update clips set is_last = false where user_id = $1 and is_last and expires_at <= $2', [
    clip.userId,
    clip.expiresAt,
  ]);
  return runOne(
    tx,
    `with c as (
       insert into clips (user_id, kind, file_key, thumb_key, mime, width, height, duration_ms, caption, created_at,
         expires_at, is_last)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
         not exists (select 1 from clips where user_id = $1 and is_last))
       returning *
     )
     select c.*, ${PLAYER}, false as liked, true as seen from c ${playerOf('c')}`,
    [
      clip.userId,
      clip.kind,
      clip.fileKey,
      clip.thumbKey,
      clip.mime,
      clip.width,
      clip.height,
      clip.durationMs,
      clip.caption,
      clip.at,
      clip.expiresAt,
    ],
  );
}

/** Locks a player and the owner of a clip in the order of their ids, as `lockPlayers` does. */
export async function lockWithOwner(tx: Tx, userId: number, clipId: number): Promise<void> {
  await run(
    tx,
    `select id from users where id = $1 or id = (select user_id from clips where id = $2)
     order by id for no key update`,
    [userId, clipId],
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
  return runFirst<LockedClip>(
    tx,
    `select user_id as "ownerId", not ${notBlockedSql('$2', 'user_id')} as hidden, views_count as views
     from clips where id = $1 and expires_at > $3 for no key update`,
    [id, viewerId, now],
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
  const deleted = await runOne<FileKeys & { is_last: boolean; caption: string }>(
    tx,
    'delete from clips where id = $1 returning file_key, thumb_key, is_last, caption',
    [id],
  );
  if (deleted.is_last)
    await run(
      tx,
      `update clips set is_last = true
       where id = (select id from clips where user_id = $1 order by expires_at desc, id desc limit 1)`,
      [ownerId],
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
  const rows = await run<FileKeys & { id: number }>(
    tx,
    `delete from clips where id in (
       select id from clips where expires_at <= $1 order by expires_at, id limit $2 for update skip locked)
     returning id, file_key, thumb_key`,
    [now, limit],
  );
  return { ids: rows.map(({ id }) => id), keys: rows.flatMap(keysOf) };
}

/** The files of a clip that is not over, and whether a block stands between its owner and the viewer. */
export async function fileOf(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<(FileKeys & { mime: string; expires_at: Date; hidden: boolean }) | undefined> {
  return runFirst<FileKeys & { mime: string; expires_at: Date; hidden: boolean }>(
    db,
    `select file_key, thumb_key, mime, expires_at, not ${notBlockedSql('$2', 'user_id')} as hidden
     from clips where id = $1 and expires_at > $3`,
    [id, viewerId, now],
  );
}

/** Some clips of a player that are not over; that they liked others is no longer known to have been told. */
export async function takeClipBatch(tx: Tx, userId: number, now: Date, limit: number): Promise<number[]> {
  await run(tx, 'delete from clip_like_notices where user_id = $1', [userId]);
  return runValues<number>(
    tx,
    'select id from clips where user_id = $1 and expires_at > $2 order by expires_at, id limit $3',
    [userId, now, limit],
  );
}
