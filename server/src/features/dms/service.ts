import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Conversation } from '@rivalhold/shared/contract/dms.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirstValue, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import {
  decodeCursor,
  decodeIdCursor,
  encodeCursor,
  encodeIdCursor,
  FIRST_POSITION,
  type PageQuery,
  toPage,
} from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { deleteAttachments } from '../attachments/service.ts';
import { recordAudit, toReason } from '../audit/service.ts';
import { isBlocked } from '../blocks/service.ts';
import { markCollapsedAsRead, reduceCollapsed } from '../notifications/service.ts';
import { recordRemovalDecision } from '../removals/service.ts';
import { conversationPage, listChangedConversations } from './conversation-list.ts';
import { unreadCollapseKey } from './policy.ts';
import { presentConversation, presentMessage, presentPair, presentReactions } from './presenters.ts';
import {
  acceptRequest,
  clearConversation,
  clearMessage,
  conversationHead,
  lockMessage,
  markRead,
  messagePage,
  unreadCount,
} from './queries.ts';
import { emitAccepted } from './send-message.ts';

export { unreadCount } from './queries.ts';
export { sendMessage } from './send-message.ts';

type Pair = { userId: number; otherId: number };

/**
 * Maximum time in ms between the timestamp of an action and its commit. This includes waiting for a
 * connection and running each statement.
 */
const IN_FLIGHT_MS = 60_000;
const MAX_CHANGED = 200;

/**
 * Return a page of a player's conversations, latest first.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listConversations(
  db: DbOrTx,
  { userId, cursor, limit }: { userId: number } & PageQuery,
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const rows = await conversationPage(db, userId, decodeCursor(cursor) ?? FIRST_POSITION, limit + 1);
  const { items, nextCursor } = toPage(rows, limit, ({ listed_at: at, conversation_id: id }) =>
    encodeCursor({ time: at, id }),
  );
  return { items: items.map(presentConversation), nextCursor };
}

/**
 * Subtract `IN_FLIGHT_MS` from the given time. A list of changes since the earlier time then includes actions that were
 * in flight at the given time.
 * @throws AppError `invalid` for a year outside 1970 to 9999.
 */
function beforeTime(time: string, field: string): Date {
  const at = new Date(time);
  const year = at.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw invalidFieldsError({ [field]: 'Invalid' });
  return new Date(at.getTime() - IN_FLIGHT_MS);
}

/**
 * Return up to 200 conversations that changed since a given time, most recently changed first. The list can
 * also contain conversations that changed up to `IN_FLIGHT_MS` before that time.
 */
export async function listChangedSince(
  db: DbOrTx,
  { userId, since }: { userId: number; since: string },
): Promise<Conversation[]> {
  return (await listChangedConversations(db, userId, beforeTime(since, 'since'), MAX_CHANGED)).map(
    presentConversation,
  );
}

/**
 * Return a page of a conversation, oldest first: the newest messages, messages before the cursor `before`, or messages
 * with numbers above `after`. `nextCursor` is null on the last page. If a page was requested with `after`, pass the
 * number of its last message as the next `after`. With `deletedSince`, also return the changes since that time: up to
 * 1,000 ids of deleted messages, up to 1,000 messages with changed reactions, and whether there are more.
 * @throws AppError `notFound` for an unknown player or the caller's own id. If the two players have no conversation,
 *   also `notFound` if there is a block between them or the other player's account is deleted. `invalid` for a
 *   malformed cursor or time.
 */
export async function getConversation(
  db: DbOrTx,
  site: Site,
  request: Pair & {
    limit: number;
    before?: string;
    after?: number;
    deletedSince?: string;
  },
) {
  const { userId, otherId, limit, after } = request;
  const to = decodeIdCursor(request.before, 'before');
  const deletedSince =
    request.deletedSince === undefined ? null : beforeTime(request.deletedSince, 'deletedSince');
  const head = await conversationHead(db, site, { userId, otherId, deletedSince });
  if (!head || userId === otherId || (head.conversation_id === null && !head.open))
    throw new AppError('notFound');

  const order = after === undefined ? 'desc' : 'asc';
  const from = Math.max(head.cleared_seq, after ?? 0);
  const { conversation_id: conversationId } = head;
  const rows =
    conversationId === null
      ? []
      : await messagePage(db, order, { conversationId, after: from, before: to, limit: limit + 1 });
  const { items: page, nextCursor } = toPage(rows, limit, ({ seq }) => encodeIdCursor({ id: seq }));
  if (order === 'desc') page.reverse();
  const seen = { ...presentPair(userId, head), now: site.clock.now() };
  return {
    items: page.map((row) => presentMessage(row, seen)),
    nextCursor,
    otherUser: seen.other,
    // Do not show how far the other player has read if there is a block, or if that player's account is deleted.
    readUpTo: head.open ? head.read_up_to : 0,
    clearedUpTo: head.cleared_seq,
    request: head.request,
    canWrite: head.open && head.refusal === null,
    refusal: head.open ? head.refusal : null,
    deletedIds: head.deleted_ids.slice(0, LIMITS.dm.deletions),
    reacted: head.reacted
      .slice(0, LIMITS.dm.deletions)
      .map(({ id, reactions }) => ({ id, reactions: presentReactions(reactions, userId, head.open) })),
    moreDeleted: Math.max(head.deleted_ids.length, head.reacted.length) > LIMITS.dm.deletions,
  };
}

/** Mark a conversation and its notification as read. Return the player's total unread count. */
export async function markConversationRead(
  db: DbOrTx,
  site: Site,
  { userId, otherId }: Pair,
): Promise<number> {
  return transaction(db, async (tx) => {
    const read = await markRead(tx, userId, otherId, site.clock.now());
    await markCollapsedAsRead(tx, site, { userId, collapse: unreadCollapseKey(otherId) });
    const unread = await unreadCount(tx, userId);
    if (read) {
      const event = { byUserId: userId, withUserId: otherId, upTo: read.up_to };
      site.realtime.emit(tx, [userId], 'dm:read', { ...event, unreadCount: unread });
      if (read.open) site.realtime.emit(tx, [otherId], 'dm:read', { ...event, unreadCount: null });
    }
    return unread;
  });
}

/** Turn a message request to a player into an ordinary conversation. Do nothing if it is not a request. */
export async function acceptMessageRequest(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    if (await acceptRequest(tx, userId, otherId, site.clock.now())) emitAccepted(tx, site, userId, otherId);
  });
}

/**
 * Delete a message for both players. Do nothing if it is already deleted.
 * @throws AppError `forbidden` unless the caller sent it; `notFound` for an unknown message or a message between other
 *   players.
 */
export async function deleteMessage(
  db: DbOrTx,
  site: Site,
  { userId, messageId }: { userId: number; messageId: number },
): Promise<void> {
  await transaction(db, (tx) => clearMessageOf(tx, site, { senderId: userId, messageId }));
}

/**
 * Delete the content of a message that `senderId` sent, for both players. Return false if it was already deleted.
 * @throws AppError as `deleteMessage` does.
 */
async function clearMessageOf(
  tx: Tx,
  site: Site,
  { senderId, messageId }: { senderId: number; messageId: number },
): Promise<boolean> {
  const sender = await lockMessage(tx, senderId, messageId);
  if (sender !== senderId) throw new AppError(sender === undefined ? 'notFound' : 'forbidden');
  const deleted = await clearMessage(tx, messageId, site.clock.now());
  if (!deleted) return false;
  const { receiver_id: receiverId } = deleted;
  await deleteAttachments(tx, site, [messageId]);
  await reduceCollapsed(tx, site, {
    userId: receiverId,
    collapse: unreadCollapseKey(senderId),
    left: deleted.unread_count,
  });
  const event = { id: messageId, senderId, receiverId };
  const recipients = (await isBlocked(tx, senderId, receiverId)) ? [senderId] : [senderId, receiverId];
  site.realtime.emit(tx, recipients, 'dm:deleted', event);
  return true;
}

/**
 * Clear a conversation for one player only. The player's list leaves out the conversation until its next message.
 * @returns the number of the last cleared message.
 */
export async function clearConversationFor(
  db: DbOrTx,
  site: Site,
  { userId, otherId }: Pair,
): Promise<number> {
  return transaction(db, async (tx) => {
    const cleared = await clearConversation(tx, userId, otherId, site.clock.now());
    if (!cleared?.changed) return cleared?.up_to ?? 0;
    await markCollapsedAsRead(tx, site, { userId, collapse: unreadCollapseKey(otherId) });
    site.realtime.emit(tx, [userId], 'dm:cleared', { withUserId: otherId, upTo: cleared.up_to });
    return cleared.up_to;
  });
}

/**
 * Delete a reported message for both players on behalf of staff. The audit log does not contain the message's private
 * text.
 * @throws AppError `notFound` if the message does not exist or is already deleted.
 */
export async function removeReportedMessage(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: { id: number }; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const senderId = await queryFirstValue(
      tx,
      column.integer,
      sql`select sender_id from messages where id = ${id}`,
    );
    if (senderId === undefined || !(await clearMessageOf(tx, site, { senderId, messageId: id })))
      throw new AppError('notFound');
    if (viewer.id === senderId) return;
    const audit = {
      kind: 'message.delete',
      actorId: viewer.id,
      targetId: senderId,
      subject: `message ${id}`,
      reason: toReason(reason?.reason),
    } as const;
    const auditId = await recordAudit(tx, site, audit);
    await recordRemovalDecision(tx, site, { scope: 'message', audit, auditId, excerpt: null, reason });
  });
}
