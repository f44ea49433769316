import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';

export const ME = { id: 1, username: 'mira', avatarUrl: null };
export const OTHER = { id: 2, username: 'otho', avatarUrl: null };

/**
 * Make a stored message. Messages with an odd `seq` are from `ME`, with a `clientTempId`; the others are from `OTHER`.
 */
export function makeMessage(seq: number, fields: Partial<DirectMessage> = {}): DirectMessage {
  const [Sender, Receiver] = seq % 2 === 1 ? [ME, OTHER] : [OTHER, ME];
  return {
    id: 1_000 + seq * 7,
    seq,
    senderId: Sender.id,
    receiverId: Receiver.id,
    text: `message ${seq}`,
    links: true,
    request: false,
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, 0, seq)).toISOString(),
    deletedAt: null,
    clientTempId: Sender === ME ? `temp-${seq}` : null,
    Sender,
    Receiver,
    attachments: [],
    replyTo: null,
    reactions: [],
    ...fields,
  };
}

/** Make stored messages from one `seq` to another, inclusive. */
export const makeMessages = (from: number, to: number): DirectMessage[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => makeMessage(from + index));
