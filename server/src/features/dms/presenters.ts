import type { Conversation, DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { type AttachmentRow, presentAttachments } from '../attachments/service.ts';
import type { ConversationRow } from './conversation-list.ts';
import type { ConversationHead, MessageRow, PartnerRow } from './queries.ts';

export type Partner = DirectMessage['Sender'];

/** Return a player of a conversation; a deleted player without name and avatar. */
export const presentPartner = ({ id, username, avatar_url, deleted }: PartnerRow): Partner =>
  deleted
    ? { id, username: PROFILE_TEXTS.deletedPlayer, avatarUrl: null }
    : { id, username, avatarUrl: avatar_url };

/** Return both players of a conversation. */
export const presentPair = (
  viewerId: number,
  head: ConversationHead,
): { viewer: Partner; other: Partner } => ({
  viewer: { id: viewerId, username: head.viewer_name, avatarUrl: head.viewer_avatar },
  other: presentPartner(head),
});

/** Convert a row to a message for one of its two players. Only the sender sees `clientTempId`. */
export function presentMessage(
  row: MessageRow,
  { viewer, other, now }: { viewer: Partner; other: Partner; now: Date },
): DirectMessage {
  const own = row.sender_id === viewer.id;
  const [sender, receiver] = own ? [viewer, other] : [other, viewer];
  return {
    id: row.id,
    seq: row.seq,
    senderId: sender.id,
    receiverId: receiver.id,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    clientTempId: own ? row.client_temp_id : null,
    Sender: sender,
    Receiver: receiver,
    attachments: presentAttachments(row.attachments, now),
  };
}

/** Convert a row to a conversation. */
export function presentConversation(row: ConversationRow): Conversation {
  const [first] = row.attachments as AttachmentRow[];
  return {
    otherUser: presentPartner(row),
    text: row.text ?? '',
    senderId: row.sender_id,
    attachmentKind: first?.kind ?? null,
    updatedAt: row.listed_at.toISOString(),
    unreadCount: row.unread_count,
    lastSeq: row.last_seq,
    clearedUpTo: row.cleared_seq,
  };
}
