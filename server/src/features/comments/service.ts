import type { ProfileComment } from '@rivalhold/shared/contract/comments.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { COMMENT_ERRORS } from '@rivalhold/shared/texts/comments.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { collapseBlankLines, isVisible, MAX_LINES } from '@rivalhold/shared/visible-text.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirstValue, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { assertStaffOpen, hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { assertVisible } from '../blocks/service.ts';
import { type ContentViewer, deleteHidden, setHidden } from '../hidden-content/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import {
  deleteUnreadNotifications,
  type NotificationContent,
  notifyStored,
  refreshUnreadCounts,
} from '../notifications/service.ts';
import { profileExists } from '../profiles/service.ts';
import { insertStoredRows, recordRemoval, storedValues } from '../removals/service.ts';
import { rejectContact } from '../safety/service.ts';
import { commentPage, deleteComment, insertComment, lockComment } from './queries.ts';

/**
 * Return a page of the comments on a profile, newest first. Leave out comments that a block or a mute hides
 * from the viewer. Comments hidden by reports are visible only to their authors and staff.
 * @throws AppError `notFound` if the profile is not visible; `invalid` for a malformed cursor.
 */
export async function listComments(
  db: DbOrTx,
  { profileId, cursor, limit, ...viewer }: { profileId: number } & ContentViewer & PageQuery,
): Promise<{ comments: ProfileComment[]; nextCursor: string | null }> {
  const rows = await commentPage(db, {
    profileId,
    ...viewer,
    beforeId: decodeIdCursor(cursor),
    limit: limit + 1,
  });
  if (rows.length === 0) {
    if (!(await profileExists(db, profileId))) throw new AppError('notFound');
    await assertVisible(db, viewer.viewerId, profileId);
  }
  const { items: comments, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { comments, nextCursor };
}

/** Return the collapse key of the notification to a profile's owner about the comments of one author. */
const notificationFor = (authorId: number): string => `comment:${authorId}`;

/**
 * Add a comment to a profile, and notify the profile's owner.
 * @throws AppError `invalid` for an empty or too long text; `forbidden` for an unknown player, or if either player has
 *   blocked the other; `notAccepted` because of the owner's safety settings; `newAccountLimit`.
 */
export async function addComment(
  db: DbOrTx,
  site: Site,
  { profileId, user, body }: { profileId: number; user: { id: number; username: string }; body: string },
): Promise<ProfileComment> {
  const text = collapseBlankLines(body.trim(), MAX_LINES.comment);
  if (!isVisible(text)) throw invalidFieldsError({ body: COMMENT_ERRORS.empty });
  if (text.length > LIMITS.comment)
    throw invalidFieldsError({ body: COMMENT_ERRORS.tooLong(LIMITS.comment) });
  const notification: NotificationContent = {
    type: 'comment',
    ...NOTIFICATION_MESSAGES.comment(user.username),
    link: `/profiles/${profileId}`,
    actorId: user.id,
    collapse: notificationFor(user.id),
  };
  const comment = { profileId, userId: user.id, body: text };
  return transaction(db, async (tx) => {
    const added = await insertComment(tx, site, comment, notification);
    if (!added) return rejectContact(tx, site, 'comments', { actorId: user.id, ownerId: profileId });
    await countNewAccountAction(tx, site, { userId: user.id, action: 'posts', towards: profileId });
    await notifyStored(tx, site, profileId, added.notification);
    return added.comment;
  });
}

/**
 * Delete a comment.
 * @throws AppError `notFound`; `forbidden` unless the caller is its author or an admin.
 */
export async function removeComment(
  db: DbOrTx,
  site: Site,
  {
    profileId,
    commentId,
    viewer,
    reason,
  }: { profileId: number; commentId: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const comment = await lockComment(tx, profileId, commentId);
    if (!comment) throw new AppError('notFound');
    const { authorId } = comment;
    if (viewer.id !== authorId) {
      if (comment.hiddenByReports && !hasStaffAccess(site, viewer)) throw new AppError('notFound');
      if (viewer.role !== 'admin') throw new AppError('forbidden');
      assertStaffOpen(site, viewer);
    }
    if (await deleteHidden(tx, 'profileComment', [commentId]))
      await deleteUnreadNotifications(tx, site, {
        collapse: notificationFor(authorId),
        about: { kind: 'profileComment', id: commentId },
      });
    const removalId =
      viewer.id === authorId
        ? null
        : await recordRemoval(tx, site, {
            kind: 'profileComment',
            subjectId: commentId,
            audit: {
              kind: 'profileComment.delete',
              actorId: viewer.id,
              targetId: authorId,
              subject: `comment ${commentId} on profile ${profileId}`,
              before: comment.body,
            },
            reason,
          });
    const isLast = await deleteComment(tx, { id: commentId, profileId, authorId, removalId });
    if (isLast)
      await deleteUnreadNotifications(tx, site, { userId: profileId, collapse: notificationFor(authorId) });
  });
}

/** Return the id of the profile to which a comment belongs. */
const profileOf = (tx: Tx, commentId: number): Promise<number | undefined> =>
  queryFirstValue(tx, column.integer, sql`select profile_id from profile_comments where id = ${commentId}`);

/**
 * Hide a comment from everyone except its author and staff, or show it again. Open pages show the change only after
 * they reload the comments.
 * @returns false if the comment does not exist, or if nothing changes
 */
export async function setProfileCommentHidden(
  tx: Tx,
  site: Site,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<boolean> {
  const profileId = await profileOf(tx, id);
  const comment = profileId === undefined ? undefined : await lockComment(tx, profileId, id);
  const isChanged = await setHidden(tx, site, {
    kind: 'profileComment',
    id,
    hidden,
    authorId: comment?.authorId,
  });
  if (!comment || !isChanged) return false;
  await refreshUnreadCounts(tx, site, [notificationFor(comment.authorId)]);
  return true;
}

/**
 * Delete a comment by its id, on any profile.
 * @throws AppError as `removeComment` does.
 */
export async function removeProfileComment(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const profileId = await profileOf(tx, id);
    if (profileId === undefined) throw new AppError('notFound');
    await removeComment(tx, site, { profileId, commentId: id, viewer, reason });
  });
}

const StoredComment = Type.Object({ profile_id: column.integer });

/** Restore a comment that staff deleted. */
export const restoreProfileComment: Restore = async (tx, _site, { id }) => {
  const [comment] = await storedValues(tx, StoredComment, id, 'profile_comments');
  if (!comment || !(await profileExists(tx, comment.profile_id)))
    throw new AppError('conflict', STAFF_LIMIT_TEXTS.parentMissing);
  await insertStoredRows(tx, id, 'profile_comments');
};
