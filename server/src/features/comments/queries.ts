import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import { type DbOrTx, run, runExists, runFirst, type Tx } from '../../platform/db/db.ts';
import { lockPlayers, notBlockedSql } from '../blocks/service.ts';
import { type NotificationRow, noticeText, notificationRowSql } from '../notifications/service.ts';

type Row = Omit<ProfileComment, 'createdAt'> & { at: Date };

const present = ({ at, ...comment }: Row): ProfileComment => ({ ...comment, createdAt: at.toISOString() });

const PAGE = `
  select c.id, c.user_id as "userId", u.username, u.avatar_url as "avatarUrl", c.body, c.created_at as at
  from profile_comments c join users u on u.id = c.user_id
  where c.profile_id = $1 and exists (select 1 from users where id = $1 and deleted_at is null) and c.id < $2 and ${notBlockedSql('$4', 'c.profile_id')} and ${notBlockedSql('$4', 'c.user_id')}
  order by c.id desc limit $3`;

/** Comments with a lower id on a profile, as far as the viewer may see them, the newest first. */
export async function commentPage(
  db: DbOrTx,
  {
    profileId,
    viewerId,
    beforeId,
    limit,
  }: { profileId: number; viewerId: number; beforeId: number; limit: number },
): Promise<ProfileComment[]> {
  const rows = await run<Row>(db, PAGE, [profileId, beforeId, limit, viewerId]);
  return rows.map(present);
}

const INSERT = `
  with added as (
    insert into profile_comments (profile_id, user_id, body, created_at)
    select u.id, $2, $3, $4 from users u
    where u.id = $1 and u.deleted_at is null and ${notBlockedSql('$2', 'u.id')}
    returning id, user_id, body, created_at
  ), told as (${noticeText(5, 'exists (select 1 from added)')})
  select a.id, a.user_id as "userId", u.username, u.avatar_url as "avatarUrl", a.body, a.created_at as at,
         ${notificationRowSql('told')} as told
  from added a join users u on u.id = a.user_id`;

type InsertedComment = { comment: ProfileComment; told: NotificationRow | null };

/**
 * Store a comment and notify the profile's owner, once the two are locked; undefined where there is no such profile, or
 * a block between the two.
 * @param notice the values of the owner's notification
 */
export async function insertComment(
  tx: Tx,
  { profileId, userId, body, at }: { profileId: number; userId: number; body: string; at: Date },
  notice: unknown[],
): Promise<InsertedComment | undefined> {
  await lockPlayers(tx, profileId, userId);
  const values = [profileId, userId, body, at, ...notice];
  const row = await runFirst<Row & { told: NotificationRow | null }>(tx, INSERT, values);
  if (!row) return undefined;
  const { told: received, ...added } = row;
  return { comment: present(added), told: received };
}

/** A comment, locked: of two who delete it the second finds none. */
export async function lockComment(
  tx: Tx,
  profileId: number,
  id: number,
): Promise<{ authorId: number; body: string } | undefined> {
  return runFirst<{ authorId: number; body: string }>(
    tx,
    `select user_id as "authorId", body from profile_comments where id = $2 and profile_id = $1 for update`,
    [profileId, id],
  );
}

/** Answers whether it was the last one of its author on that profile. */
export async function deleteComment(
  tx: Tx,
  comment: { id: number; profileId: number; authorId: number },
): Promise<boolean> {
  await run(tx, 'delete from profile_comments where id = $1', [comment.id]);
  const hasOthers = await runExists(
    tx,
    'select 1 from profile_comments where profile_id = $1 and user_id = $2 limit 1',
    [comment.profileId, comment.authorId],
  );
  return !hasOthers;
}
