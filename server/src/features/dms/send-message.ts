import type { DirectMessage, MessageQuote } from '@rivalhold/shared/contract/dms.ts';
import { DM_ERRORS } from '@rivalhold/shared/texts/dms.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { REACTION_ERRORS } from '@rivalhold/shared/texts/reactions.ts';
import { collapseBlankLines, MAX_LINES } from '@rivalhold/shared/visible-text.ts';
import { type AfterCommit, type DbOrTx, transaction, violatesUnique } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { type AttachmentRow, addGif, claimAttachments, type SentGif } from '../attachments/service.ts';
import { blockedError } from '../blocks/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import { type NotificationContent, notifyStored } from '../notifications/service.ts';
import { rejectContact } from '../safety/service.ts';
import { draftErrors, type MessageDraft, unreadCollapseKey } from './policy.ts';
import { type Partner, presentMessage, presentPair, presentPartner, presentQuote } from './presenters.ts';
import {
  attachmentsOf,
  CLIENT_TEMP_INDEX,
  conversationHead,
  findRecipient,
  insertMessage,
  lockPlayersStatement,
  messageByTempId,
  type NewMessageRow,
  type PlayerRow,
} from './queries.ts';

export type NewMessage = {
  sender: { id: number; username: string };
  receiverId: number;
  text?: string | null | undefined;
  attachmentIds?: readonly number[];
  giphy?: SentGif | null;
  /**
   * The client chooses this id. If it sends a message again with the same id, the message is stored only
   * once.
   */
  clientTempId?: string | null | undefined;
  replyToId?: number | null | undefined;
};

/**
 * Send a message: number and store it, and deliver it to all tabs of both players after the commit. If a message with
 * the same `clientTempId` is already stored, return it and do not deliver it again.
 * @throws AppError `invalid`; `forbidden` for an unknown player, or if either player has blocked the other;
 *   `notAccepted` because of the safety settings of either player; `newAccountLimit` if a new account starts too many
 *   conversations.
 */
export async function sendMessage(db: DbOrTx, site: Site, message: NewMessage): Promise<DirectMessage> {
  const { sender, receiverId, clientTempId = null, replyToId = null } = message;
  if (sender.id === receiverId) throw invalidFieldsError({ receiverId: DM_ERRORS.self });
  const draft = {
    text: collapseBlankLines(message.text ?? '', MAX_LINES.message),
    attachmentIds: message.attachmentIds ?? [],
    giphy: message.giphy ?? null,
  };
  const errors = draftErrors(draft);
  if (errors) throw invalidFieldsError(errors);
  try {
    return await storeMessage(db, site, { ...draft, sender, receiverId, clientTempId, replyToId });
  } catch (error) {
    // If the client sends a stored message again, return the stored message despite the error. The error can
    // be caused, for example, by a block or an account deletion since the message was stored.
    const mayBeRepeated = error instanceof AppError || violatesUnique(error, CLIENT_TEMP_INDEX);
    const before =
      clientTempId !== null && mayBeRepeated && (await findSentMessage(db, site, sender.id, clientTempId));
    if (before) return before;
    throw error;
  }
}

type ValidMessage = MessageDraft &
  Pick<NewMessage, 'sender' | 'receiverId'> & { clientTempId: string | null; replyToId: number | null };

async function storeMessage(db: DbOrTx, site: Site, message: ValidMessage): Promise<DirectMessage> {
  const { sender, receiverId, text, attachmentIds, giphy, clientTempId, replyToId } = message;
  const sent = { senderId: sender.id, receiverId, text, clientTempId, replyToId, at: site.clock.now() };
  const notification: NotificationContent = {
    type: 'dm',
    ...NOTIFICATION_MESSAGES.message(sender.username),
    link: `/dm/${sender.id}`,
    actorId: sender.id,
    collapse: unreadCollapseKey(sender.id),
  };
  const isTextAlone = attachmentIds.length === 0 && giphy === null;
  return transaction(db, async (tx) => {
    const players = await lockPlayersStatement(tx, sender.id, receiverId);
    if (players.length < 2 || players.some(({ deleted }) => deleted)) throw blockedError();
    const stored = await insertMessage(tx, site, sent, notification);
    if (!stored) return rejectContact(tx, site, 'messages', { actorId: sender.id, ownerId: receiverId });
    if (replyToId !== null && !stored.replyTo)
      throw invalidFieldsError({ replyToId: REACTION_ERRORS.notInConversation });
    if (stored.seq === 1)
      await countNewAccountAction(tx, site, {
        userId: sender.id,
        action: 'conversations',
        towards: receiverId,
      });
    if (stored.accepted) emitAccepted(tx, site, sender.id, receiverId);
    const bound = { ownerId: sender.id, receiverId, messageId: stored.id };
    if (attachmentIds.length > 0) await claimAttachments(tx, site, { ...bound, ids: attachmentIds });
    if (giphy) await addGif(tx, site, { ...bound, gif: giphy });
    const attachments = isTextAlone ? [] : await attachmentsOf(tx, stored.id);
    const own = emitMessage(tx, site, { ...sent, ...stored, attachments });
    await notifyStored(tx, site, receiverId, stored.notification, { isSilent: stored.request });
    return own;
  });
}

type StoredMessage = NewMessageRow & {
  id: number;
  seq: number;
  request: boolean;
  muted: boolean;
  players: readonly PlayerRow[];
  attachments: AttachmentRow[];
  replyTo: MessageQuote | null;
  cleared: readonly { userId: number; seq: number }[];
};

/** Deliver a message to the tabs of both players after the commit, and return it as its sender sees it. */
function emitMessage(tx: AfterCommit, site: Site, message: StoredMessage): DirectMessage {
  const { id, seq, senderId, receiverId, text, clientTempId, at, request, muted, players, attachments } =
    message;
  const { replyTo, cleared } = message;
  const [viewer, other] = [senderId, receiverId].map((userId) =>
    presentPartner(players.find(({ id }) => id === userId) as PlayerRow),
  ) as [Partner, Partner];
  const settledIds = players.filter(({ settled }) => settled).map(({ id }) => id);
  const clearedBy = (userId: number) => cleared.find((member) => member.userId === userId)?.seq ?? 0;
  const row = { id, seq, sender_id: senderId, text, client_temp_id: clientTempId, created_at: at };
  const view = { viewer, other, settledIds, request: false, open: true, now: at };
  const own = presentMessage(
    { ...row, deleted_at: null, attachments, reply_to: replyTo, reactions: [] },
    { ...view, clearedSeq: clearedBy(senderId) },
  );
  // Emit to the receiver first, because only the receiver is waiting for the message.
  site.realtime.emit(tx, [receiverId], 'private message', {
    ...own,
    clientTempId: null,
    request,
    ...(muted && { muted }),
    replyTo: presentQuote(replyTo, clearedBy(receiverId)),
  });
  site.realtime.emit(tx, [senderId], 'private message', own);
  return own;
}

/** Notify all tabs of the player `userId` that a message request is now an ordinary conversation. */
export const emitAccepted = (tx: AfterCommit, site: Site, userId: number, otherId: number): void =>
  site.realtime.emit(tx, [userId], 'dm:accepted', { withUserId: otherId });

async function findSentMessage(
  db: DbOrTx,
  site: Site,
  senderId: number,
  clientTempId: string,
): Promise<DirectMessage | null> {
  const row = await messageByTempId(db, senderId, clientTempId);
  const head =
    row &&
    (await conversationHead(db, site, { userId: senderId, otherId: row.receiver_id, deletedSince: null }));
  return row && head ? presentMessage(row, { ...presentPair(senderId, head), now: site.clock.now() }) : null;
}

/**
 * Send a typing event to a player, unless they have muted the sender. Delivery is not guaranteed.
 * @throws AppError `invalid` for the caller's own id; `forbidden` if the other player does not exist, or if a block or
 *   a setting prevents messages.
 */
export async function emitTyping(
  db: DbOrTx,
  site: Site,
  { userId, otherId, event }: { userId: number; otherId: number; event: 'typing' | 'stop typing' },
): Promise<void> {
  if (userId === otherId) throw new AppError('invalid');
  const { exists, closed, muted } = await findRecipient(db, site, userId, otherId);
  if (!exists || closed) throw blockedError();
  if (!muted) site.realtime.emitVolatile([otherId], event, { fromUserId: userId, toUserId: otherId });
}
