import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';

export const ME = { id: 1, username: 'mira', avatarUrl: null };
export const OTHER = { id: 2, username: 'otho', avatarUrl: null };

/** A stored message; by its `seq` it is from the one or the other, and one's own carries a `clientTempId`. */
export function makeMessage(seq: number, fields: Partial<DirectMessage> = {}): DirectMessage {
  const [Sender, Receiver] = seq % 2 === 1 ? [ME, OTHER] : [OTHER, ME];
  return {
    id: 1_000 + seq * 7,
    seq,
    senderId: Sender.id,
    receiverId: Receiver.id,
    text: `message ${seq}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, 0, seq)).toISOString(),
    deletedAt: null,
    clientTempId: Sender === ME ? `temp-${seq}` : null,
    Sender,
    Receiver,
    attachments: [],
    ...fields,
  };
}

/** Stored messages from one `seq` to another, both included. */
export const makeMessages = (from: number, to: number): DirectMessage[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => makeMessage(from + index));
