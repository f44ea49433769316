import { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, query, queryExists, queryFirst, sql, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { isContentVisibleSql, lockPlayers, notBlockedSql } from '../blocks/service.ts';
import { type ContentViewer, isHiddenSql, isShownToSql } from '../hidden-content/service.ts';
import {
  type NotificationContent,
  NotificationRow,
  notificationInsertSql,
  notificationRowSql,
} from '../notifications/service.ts';
import { moveRows } from '../removals/service.ts';
import { isAcceptedSql } from '../safety/service.ts';

const CommentRow = Type.Object({
  ...Type.Omit(ProfileComment, ['createdAt']).properties,
  at: column.date,
});

const present = ({ at, hidden, ...comment }: Static<typeof CommentRow>): ProfileComment => ({
  ...comment,
  ...(hidden && { hidden }),
  createdAt: at.toISOString(),
});

/** Return the newest comments on a profile that are visible to the viewer and have ids lower than `beforeId`. */
export async function commentPage(
  db: DbOrTx,
  {
    profileId,
    beforeId,
    limit,
    ...viewer
  }: { profileId: number; beforeId: number; limit: number } & ContentViewer,
): Promise<ProfileComment[]> {
  const rows = await query(
    db,
    CommentRow,
    sql`
      select c.id, c.user_id as "userId", u.username, u.avatar_url as "avatarUrl", c.body, c.created_at as at,
        ${isHiddenSql('profileComment', sql`c.id`)} as hidden
      from profile_comments c join users u on u.id = c.user_id
      where c.profile_id = ${profileId} and c.id < ${beforeId}
        and exists (select 1 from users where id = ${profileId} and deleted_at is null)
        and ${notBlockedSql(viewer.viewerId, sql`c.profile_id`)}
        and ${isContentVisibleSql(viewer.viewerId, sql`c.user_id`)}
        and ${isShownToSql('profileComment', sql`c.id`, viewer)}
      order by c.id desc limit ${limit}`,
  );
  return rows.map(present);
}

const InsertedCommentRow = Type.Object({ ...CommentRow.properties, notification: Nullable(NotificationRow) });

type InsertedComment = { comment: ProfileComment; notification: NotificationRow | null };

/**
 * Lock the author and the profile's owner, and store a comment and the owner's notification. Return undefined if the
 * profile does not exist, if there is a block between the two players, or if the owner does not accept the comment.
 */
export async function insertComment(
  tx: Tx,
  site: Site,
  { profileId, userId, body }: { profileId: number; userId: number; body: string },
  content: NotificationContent,
): Promise<InsertedComment | undefined> {
  await lockPlayers(tx, profileId, userId);
  const row = await queryFirst(
    tx,
    InsertedCommentRow,
    sql`
      with added as (
        insert into profile_comments (profile_id, user_id, body, created_at)
        select u.id, ${userId}, ${body}, ${site.clock.now()} from users u
        where u.id = ${profileId} and u.deleted_at is null and ${notBlockedSql(userId, sql`u.id`)}
          and ${isAcceptedSql(site, 'comments', userId, profileId)}
        returning id, user_id, body, created_at
      ), notified as (
        ${notificationInsertSql(
          site,
          { ...content, about: [{ kind: 'profileComment', id: sql`(select id from added)` }] },
          profileId,
          sql`exists (select 1 from added)`,
        )}
      )
      select a.id, a.user_id as "userId", u.username, u.avatar_url as "avatarUrl", a.body, a.created_at as at,
        ${notificationRowSql(sql`notified`)} as notification
      from added a join users u on u.id = a.user_id`,
  );
  if (!row) return undefined;
  const { notification, ...added } = row;
  return { comment: present(added), notification };
}

const LockedComment = Type.Object({
  authorId: column.integer,
  body: column.text,
  hiddenByReports: column.boolean,
});

/** Lock and return a comment. Return undefined if it does not exist or was deleted concurrently. */
export async function lockComment(
  tx: Tx,
  profileId: number,
  id: number,
): Promise<Static<typeof LockedComment> | undefined> {
  return queryFirst(
    tx,
    LockedComment,
    sql`select user_id as "authorId", body, ${isHiddenSql('profileComment', sql`profile_comments.id`)} as "hiddenByReports"
        from profile_comments where id = ${id}
        and profile_id = ${profileId} for update`,
  );
}

/**
 * Delete a comment. If a removal record is given, store the comment in it. Return true if this was the author's only
 * comment on the profile.
 */
export async function deleteComment(
  tx: Tx,
  comment: { id: number; profileId: number; authorId: number; removalId: number | null },
): Promise<boolean> {
  if (comment.removalId === null)
    await execute(tx, sql`delete from profile_comments where id = ${comment.id}`);
  else await moveRows(tx, comment.removalId, 'profile_comments', sql`id = ${comment.id}`);
  const hasOthers = await queryExists(
    tx,
    sql`select 1 from profile_comments where profile_id = ${comment.profileId}
        and user_id = ${comment.authorId} limit 1`,
  );
  return !hasOthers;
}
