import type {
  Conversation,
  DirectMessage,
  MessageQuote,
  MessageReaction,
} from '@rivalhold/shared/contract/dms.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { presentAttachments } from '../attachments/service.ts';
import type { ConversationRow } from './conversation-list.ts';
import type { ConversationHead, MessageRow, PartnerRow } from './queries.ts';

export type Partner = DirectMessage['Sender'];

/** Return the other player of a conversation. A deleted player appears as “Deleted player”, without an avatar. */
export const presentPartner = ({ id, username, avatar_url, deleted }: PartnerRow): Partner =>
  deleted
    ? { id, username: PROFILE_TEXTS.deletedPlayer, avatarUrl: null }
    : { id, username, avatarUrl: avatar_url };

/** Return the data that `presentMessage` needs about a conversation, except the current time. */
export const presentPair = (viewerId: number, head: ConversationHead): Omit<MessageView, 'now'> => ({
  viewer: { id: viewerId, username: head.viewer_name, avatarUrl: head.viewer_avatar },
  other: presentPartner(head),
  settledIds: [head.settled ? head.id : 0, head.viewer_settled ? viewerId : 0],
  request: head.request,
  clearedSeq: head.cleared_seq,
  open: head.open,
});

/** Data that `presentMessage` needs in addition to the row. */
type MessageView = {
  viewer: Partner;
  other: Partner;
  /** The ids of the players whose accounts are settled (no longer new). */
  settledIds: readonly number[];
  /** True if the conversation is a message request to the viewer. */
  request: boolean;
  /** The number of the last message that the viewer has cleared. */
  clearedSeq: number;
  /** False if there is a block between the players, or if the other player's account is deleted. */
  open: boolean;
  now: Date;
};

/** Return a quote as seen by a viewer who has cleared the conversation up to `clearedSeq`. */
export function presentQuote(quote: MessageQuote | null, clearedSeq: number): MessageQuote | null {
  if (!quote || (!quote.isUnavailable && quote.seq > clearedSeq)) return quote;
  return { ...quote, text: '', attachmentKind: null, isUnavailable: true };
}

/**
 * Return the reactions that a viewer sees. If `open` is false (see `MessageView`), leave out the other player's
 * reactions.
 */
export const presentReactions = (
  reactions: readonly MessageReaction[],
  viewerId: number,
  open: boolean,
): MessageReaction[] =>
  open
    ? [...reactions]
    : reactions
        .filter(({ userIds }) => userIds.includes(viewerId))
        .map(({ emoji }) => ({ emoji, userIds: [viewerId] }));

/** Convert a row to a message for one of its two players. Only the sender sees `clientTempId`. */
export function presentMessage(
  row: MessageRow,
  { viewer, other, settledIds, request, clearedSeq, open, now }: MessageView,
): DirectMessage {
  const own = row.sender_id === viewer.id;
  const [sender, receiver] = own ? [viewer, other] : [other, viewer];
  return {
    id: row.id,
    seq: row.seq,
    senderId: sender.id,
    receiverId: receiver.id,
    text: row.text,
    links: settledIds.includes(sender.id),
    request,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    clientTempId: own ? row.client_temp_id : null,
    Sender: sender,
    Receiver: receiver,
    attachments: presentAttachments(row.attachments, now),
    replyTo: presentQuote(row.reply_to, clearedSeq),
    reactions: presentReactions(row.reactions, viewer.id, open),
  };
}

/** Convert a row to a conversation. */
export function presentConversation(row: ConversationRow): Conversation {
  const [first] = row.attachments;
  return {
    otherUser: presentPartner(row),
    text: row.text ?? '',
    senderId: row.sender_id,
    attachmentKind: first?.kind ?? null,
    updatedAt: row.listed_at.toISOString(),
    unreadCount: row.muted ? 0 : row.unread_count,
    request: row.request,
    muted: row.muted,
    lastSeq: row.last_seq,
    clearedUpTo: row.cleared_seq,
  };
}
