import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { Attachment, GifChoice } from './attachments.ts';
import { type Contract, Id, idParams, Message, Nullable, Time, withDefault } from './schema.ts';

const Partner = Type.Object({ id: Id, username: Type.String(), avatarUrl: Nullable(Type.String()) });
/** As the database keeps it: 4 bytes. */
const Seq = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const DirectMessage = Type.Object({
  id: Id,
  /** Rises by exactly 1 within a conversation, from 1. */
  seq: Seq,
  senderId: Id,
  receiverId: Id,
  /** Empty once its sender has deleted it. */
  text: Type.String(),
  createdAt: Time,
  deletedAt: Nullable(Time),
  /** The sender's own id for it; null to the receiver. */
  clientTempId: Nullable(Type.String()),
  Sender: Partner,
  Receiver: Partner,
  attachments: Type.Array(Attachment),
});
export type DirectMessage = Static<typeof DirectMessage>;

export const Conversation = Type.Object({
  otherUser: Partner,
  /** Of its last message; empty when that is deleted or has only attachments. */
  text: Type.String(),
  /** Who sent the last message. */
  senderId: Nullable(Id),
  /** Kind of the last message's first attachment. */
  attachmentKind: Nullable(Type.String()),
  updatedAt: Time,
  unreadCount: Type.Integer(),
  lastSeq: Seq,
  /** Up to where one has cleared it oneself; listed again with the next message. */
  clearedUpTo: Seq,
});
export type Conversation = Static<typeof Conversation>;

const UnreadCount = Type.Object({ unreadCount: Type.Integer() });

const Typing = Type.Object({ toUserId: Id, fromUserId: Id });

export const dms = {
  routes: {
    'GET /api/dms': {
      access: 'player',
      query: Type.Object({
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 100, default: LIMITS.dm.conversationsPage })),
        cursor: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      reply: Type.Array(Conversation),
      summary: 'Conversations, the latest first; the next page is named in the Link header.',
    },
    'GET /api/dms/unread/count': {
      access: 'player',
      reply: UnreadCount,
      summary: 'How many messages are unread in all conversations.',
    },
    'GET /api/dms/sync': {
      access: 'player',
      query: Type.Object({ since: Time }),
      reply: Type.Array(Conversation),
      summary: 'Conversations that changed since then, those cleared among them.',
    },
    'GET /api/dms/{userId}': {
      access: 'player',
      params: idParams('userId'),
      query: Type.Object({
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 100, default: LIMITS.dm.page })),
        before: Type.Optional(Type.String({ maxLength: 200 })),
        after: Type.Optional(Seq),
        /** Asks for `deletedIds` as well. */
        deletedSince: Type.Optional(Time),
      }),
      reply: Type.Object({
        items: Type.Array(DirectMessage),
        nextCursor: Nullable(Type.String()),
        otherUser: Partner,
        /** Up to where the other has read what one sent. */
        readUpTo: Seq,
        /** Up to where one has cleared it oneself. */
        clearedUpTo: Seq,
        /** False where one of the two has blocked the other, or is gone. */
        canWrite: Type.Boolean(),
        /** The last 1,000 messages deleted since `deletedSince`. */
        deletedIds: Type.Array(Id),
        /** More were deleted since: what one knows of the conversation is to be loaded anew. */
        moreDeleted: Type.Boolean(),
      }),
      summary:
        'A conversation, oldest first within the page: the newest page, older ones by `before`, what was missed by `after`.',
    },
    'POST /api/dms/{userId}/read': {
      access: 'player',
      params: idParams('userId'),
      reply: UnreadCount,
      summary: 'Marks a conversation as read; answers what is unread in all.',
    },
    'DELETE /api/dms/{messageId}': {
      access: 'player',
      params: idParams('messageId'),
      reply: Message,
      summary: 'Deletes a message of one’s own for both.',
    },
    'DELETE /api/dms/convo/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: Type.Object({ message: Type.String(), clearedUpTo: Seq }),
      summary: 'Clears a conversation for the caller only.',
    },
  },
  clientEvents: {
    /** Sends a message, once for each `clientTempId`. `senderId` must be the session's own. */
    'private message': {
      payload: Type.Object({
        senderId: Id,
        receiverId: Id,
        text: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
        attachmentIds: Type.Optional(Nullable(Type.Array(Id, { maxItems: 100 }))),
        /** The same as their ids in `attachmentIds`; one that is in both is meant once. */
        attachments: Type.Optional(Nullable(Type.Array(Type.Object({ id: Id }), { maxItems: 100 }))),
        giphy: Type.Optional(Nullable(GifChoice)),
        clientTempId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
      }),
      reply: Type.Object({ message: DirectMessage }),
    },
    typing: { payload: Typing, reply: Type.Object({}) },
    'stop typing': { payload: Typing, reply: Type.Object({}) },
  },
  serverEvents: {
    'private message': DirectMessage,
    typing: Typing,
    'stop typing': Typing,
    'dm:deleted': Type.Object({ id: Id, senderId: Id, receiverId: Id }),
    /**
     * `byUserId` has read the conversation with `withUserId` up to message `upTo`. `unreadCount` is what the reader has
     * left to read in all, and null to the other.
     */
    'dm:read': Type.Object({
      byUserId: Id,
      withUserId: Id,
      upTo: Seq,
      unreadCount: Nullable(Type.Integer()),
    }),
    /** To every tab of who cleared it: what came up to `upTo` is gone there. */
    'dm:cleared': Type.Object({ withUserId: Id, upTo: Seq }),
  },
} as const satisfies Contract;
