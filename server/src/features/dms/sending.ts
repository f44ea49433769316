import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { LINES, withFewLines } from '@rivalhold/shared/visible.ts';
import { breaksUnique, type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { addGif, claimAttachments } from '../attachments/service.ts';
import { blockedRefusal } from '../blocks/service.ts';
import { noticeValues, tellNotice } from '../notifications/service.ts';
import { type Draft, draftFaults, unreadFrom, writingVerdict } from './policy.ts';
import { presentMessage, presentPair, presentPartner } from './presenters.ts';
import {
  attachmentsOf,
  CLIENT_TEMP_INDEX,
  conversationHead,
  holdPlayers,
  insertMessage,
  messageByTempId,
  reachOf,
} from './queries.ts';

export type NewMessage = {
  senderId: number;
  receiverId: number;
  text?: string | null | undefined;
  attachmentIds?: readonly number[] | null | undefined;
  giphy?: GifChoice | null | undefined;
  /** Of the sender's own making: what was sent under it once is not sent again. */
  clientTempId?: string | null | undefined;
};

/**
 * Sends a message: numbers and stores it, and after the commit delivers it to every open tab of both players. One sent
 * before under the same `clientTempId` is answered as it is stored, and nothing is delivered.
 * @throws AppError invalid, notFound for a player who is not there, forbidden across a block.
 */
export async function sendMessage(db: Db, site: Site, message: NewMessage): Promise<DirectMessage> {
  const { senderId, receiverId, clientTempId = null } = message;
  if (senderId === receiverId) throw invalidFields({ receiverId: 'You cannot message yourself.' });
  const draft = {
    text: withFewLines(message.text ?? '', LINES.message),
    attachmentIds: message.attachmentIds ?? [],
    giphy: message.giphy ?? null,
  };
  const faults = draftFaults(draft);
  if (faults) throw invalidFields(faults);
  try {
    return await transaction(db, (tx) => store(tx, site, { ...draft, senderId, receiverId, clientTempId }));
  } catch (error) {
    // One of them may have blocked the other, or left, since it was sent.
    const mayBeRepeated = error instanceof AppError || breaksUnique(error, CLIENT_TEMP_INDEX);
    const before =
      clientTempId !== null && mayBeRepeated && (await sentBefore(db, site, senderId, clientTempId));
    if (before) return before;
    throw error;
  }
}

async function store(
  tx: Tx,
  site: Site,
  message: Draft & { senderId: number; receiverId: number; clientTempId: string | null },
): Promise<DirectMessage> {
  const { senderId, receiverId, text, attachmentIds, giphy, clientTempId } = message;
  const at = site.clock.now();
  const players = await holdPlayers(tx, senderId, receiverId);
  const [sender, receiver] = [senderId, receiverId].map((id) => players.find((player) => player.id === id));
  if (!sender || sender.deleted || !receiver || receiver.deleted) throw new AppError('notFound');
  const notice = {
    userId: receiverId,
    type: 'dm' as const,
    ...NOTICES.message(sender.username),
    link: `/dm/${senderId}`,
    actorId: senderId,
    collapse: unreadFrom(senderId),
  };
  const sent = { senderId, receiverId, text, clientTempId, at };
  const stored = await insertMessage(tx, sent, noticeValues(site, notice));
  if (!stored) throw blockedRefusal();
  const bound = { ownerId: senderId, receiverId, messageId: stored.id };
  if (attachmentIds.length > 0) await claimAttachments(tx, site, { ...bound, ids: attachmentIds });
  if (giphy) await addGif(tx, site, { ...bound, gif: giphy });
  const attachments = attachmentIds.length > 0 || giphy ? await attachmentsOf(tx, stored.id) : [];

  const own = presentMessage(
    {
      ...stored,
      sender_id: senderId,
      text,
      client_temp_id: clientTempId,
      created_at: at,
      deleted_at: null,
      attachments,
    },
    { viewer: presentPartner(sender), other: presentPartner(receiver), now: at },
  );
  site.realtime.emit(tx, [senderId], 'private message', own);
  site.realtime.emit(tx, [receiverId], 'private message', { ...own, clientTempId: null });
  await tellNotice(tx, site, receiverId, stored.told);
  return own;
}

async function sentBefore(
  db: Db,
  site: Site,
  senderId: number,
  clientTempId: string,
): Promise<DirectMessage | null> {
  const row = await messageByTempId(db, senderId, clientTempId);
  const head =
    row && (await conversationHead(db, { userId: senderId, otherId: row.receiver_id, deletedSince: null }));
  return row && head ? presentMessage(row, { ...presentPair(senderId, head), now: site.clock.now() }) : null;
}

/**
 * Shows somebody that a player types, or has stopped; it may be lost.
 * @throws AppError notFound or forbidden where the player may not write to them.
 */
export async function showTyping(
  db: DbOrTx,
  site: Site,
  { userId, otherId, event }: { userId: number; otherId: number; event: 'typing' | 'stop typing' },
): Promise<void> {
  if (userId === otherId) throw new AppError('invalid');
  const verdict = writingVerdict(await reachOf(db, userId, otherId));
  if (verdict) throw verdict === 'forbidden' ? blockedRefusal() : new AppError(verdict);
  site.realtime.emitMayBeLost([otherId], event, { fromUserId: userId, toUserId: otherId });
}
