import type { ChatMessage, ChatRules } from '@rivalhold/shared/contract/chat.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { isStaff, type Viewer } from '@rivalhold/shared/roles.ts';
import { CHAT_ERRORS, describeChatRules } from '@rivalhold/shared/texts/chat.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { ContextMessage, ReportedContent } from '../../platform/reported-content.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { hiddenFrom, NO_VIEWER } from '../blocks/service.ts';
import { markCollapsedAsRead } from '../notifications/service.ts';
import { presentAround } from '../profiles/service.ts';
import { recordRemoval } from '../removals/service.ts';
import { fullText, presentMessage } from './presenters.ts';
import {
  deletedSince,
  eraseTexts,
  findMessage,
  findStoredMessage,
  lockMessage,
  lockRules,
  markDeleted,
  markUndeleted,
  messagesAround,
  newestMessages,
  updateRules,
} from './queries.ts';
import { eraseReactions, type ReactedMessage, reactionsByViewer, reactionsUntil } from './reactions.ts';
import { LOBBY_LINK, LOBBY_MENTION } from './send-message.ts';

export { readRules } from './queries.ts';
export { sendChatMessage } from './send-message.ts';

/** Number of messages that are shown to staff before and after a reported message. */
const CONTEXT_SIZE = { before: 10, after: 5 };

/**
 * Return the newest 200 messages visible to a player, oldest first, and mark the player's mentions as read.
 * With `after`, return only messages with ids higher than `after`.
 * @returns `messages`. With `after`, also return data about messages with ids up to `after`: `deleted` contains the ids
 * of messages that were deleted after message `after` was written, and `reacted` contains the reactions.
 */
export async function getLobby(
  db: DbOrTx,
  site: Site,
  { viewerId, after }: { viewerId: number; after: number | null },
): Promise<{ messages: ChatMessage[]; deleted: number[]; reacted: ReactedMessage[] }> {
  return transaction(db, async (tx) => {
    const rows = await newestMessages(tx, viewerId, after ?? 0);
    const deleted = after === null ? [] : await deletedSince(tx, after);
    const reacted = after === null ? [] : await reactionsUntil(tx, viewerId, after);
    await markCollapsedAsRead(tx, site, { userId: viewerId, collapse: LOBBY_MENTION });
    return { messages: rows.map(presentMessage), deleted, reacted };
  });
}

/** Set the chat rules, and broadcast them to everyone. Do nothing if the rules are unchanged. */
export async function setChatRules(
  db: DbOrTx,
  site: Site,
  { actorId, ...rules }: ChatRules & { actorId: number },
): Promise<ChatRules> {
  return transaction(db, async (tx) => {
    const [before, after] = [await lockRules(tx), rules];
    if (describeChatRules(before) === describeChatRules(after)) return after;
    await updateRules(tx, after);
    await recordAudit(tx, site, {
      kind: 'chat.rules',
      actorId,
      targetId: null,
      before: describeChatRules(before),
      after: describeChatRules(after),
    });
    site.realtime.broadcast(tx, 'chat rules', after);
    return after;
  });
}

/**
 * Delete a message for everyone, even if there is a block between its author and the staff member.
 * @throws AppError `forbidden` for non-staff and for the bot's messages; `notFound`.
 */
export async function removeChatMessage(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  if (!isStaff(viewer)) throw new AppError('forbidden');
  await transaction(db, async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) throw new AppError('notFound', CHAT_ERRORS.messageNotFound);
    if (message.type === 'bot') throw new AppError('forbidden', CHAT_ERRORS.bot);
    await markDeleted(tx, id, site.clock.now());
    if (message.user_id === viewer.id) await eraseTexts(tx, { id });
    else
      await recordRemoval(tx, site, {
        kind: 'chatMessage',
        subjectId: id,
        audit: {
          kind: 'chat.delete',
          actorId: viewer.id,
          targetId: message.user_id,
          subject: `lobby message ${id}`,
          before: message.text,
        },
        reason,
      });
    site.realtime.broadcast(tx, 'chat deleted', { id });
  });
}

/**
 * Restore a message that staff deleted, and broadcast it with its reactions to all players except those who do not see
 * it because of a block or a mute.
 */
export const restoreChatMessage: Restore = async (tx, site, { subjectId }) => {
  const asOf = site.realtime.relationsVersion();
  if (!(await markUndeleted(tx, subjectId))) throw new AppError('notFound', CHAT_ERRORS.messageNotFound);
  const message = await findStoredMessage(tx, subjectId, NO_VIEWER);
  const { user_id: authorId, reactions } = message;
  const { shared, separate } = await reactionsByViewer(tx, [{ id: subjectId, authorId, reactions }]);
  for (const seen of shared)
    site.realtime.broadcast(tx, 'chat restored', presentMessage({ ...message, ...seen }), {
      about: authorId,
      hidden: { ids: await hiddenFrom(tx, [authorId]), asOf },
      except: [...separate.keys()],
    });
  for (const [viewerId, visible] of separate)
    for (const seen of visible)
      site.realtime.emit(tx, [viewerId], 'chat restored', presentMessage({ ...message, ...seen }));
};

/**
 * Erase the data of a deleted player: the texts of messages that staff removed earlier, and a batch of the player's
 * reactions. The player's other messages remain until they expire. Return true if there were no reactions to delete.
 */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await eraseTexts(tx, { userId });
  return eraseReactions(tx, userId);
}

/**
 * Return a message as reportable content, or undefined if it does not exist, is deleted, is hidden by a block, or is
 * from the bot.
 */
export async function getReportedChatMessage(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const row = await findMessage(db, id, viewerId);
  if (!row || row.type === 'bot') return undefined;
  const { user_id: ownerId, text, created_at: createdAt } = row;
  return { ownerId, text, media: [], link: LOBBY_LINK, createdAt };
}

/** Return a message, even if it is deleted, and the messages around it. */
export async function getChatMessageContext(db: DbOrTx, id: number): Promise<ContextMessage[]> {
  const rows = await messagesAround(db, { id, ...CONTEXT_SIZE });
  const messages = rows.map((row) => ({ ...row, text: fullText(row, row.username) }));
  return presentAround(messages, id);
}
