import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { Attachment } from './attachments.ts';
import { Emoji, ReactionChange } from './reactions.ts';
import { MessageRefusal } from './safety.ts';
import { type Contract, Id, idParams, Message, Nullable, Time, withDefault } from './schema.ts';

const Partner = Type.Object({ id: Id, username: Type.String(), avatarUrl: Nullable(Type.String()) });
/** Number of a message within its conversation. The database stores it as a 4-byte integer, which limits its value. */
const Seq = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

const MessageReaction = Type.Object({
  emoji: Emoji,
  /**
   * The players who have added this reaction. The other player is left out if there is a block between the players, or
   * if the other player's account is deleted.
   */
  userIds: Type.Array(Id),
});
export type MessageReaction = Static<typeof MessageReaction>;

/** The message that a reply answers. */
export const MessageQuote = Type.Object({
  id: Id,
  seq: Seq,
  senderId: Id,
  /** The beginning of the text; empty if `isUnavailable` is true. */
  text: Type.String(),
  attachmentKind: Nullable(Type.String()),
  /** True if the message is deleted, or the viewer has cleared it. */
  isUnavailable: Type.Boolean(),
});
export type MessageQuote = Static<typeof MessageQuote>;

export const DirectMessage = Type.Object({
  id: Id,
  /** Number of the message within its conversation: 1, 2, 3 and so on. */
  seq: Seq,
  senderId: Id,
  receiverId: Id,
  /** Empty if the message was deleted or has only attachments. */
  text: Type.String(),
  /** True if URLs in the text are clickable. False while the sender's account is new. */
  links: Type.Boolean(),
  /**
   * True if the conversation is a message request to the viewer: a stranger with a new account has started it, and the
   * viewer has neither replied nor accepted.
   */
  request: Type.Boolean(),
  /** Present only in the `private message` event, and only if the receiver has muted the sender. */
  muted: Type.Optional(Type.Boolean()),
  createdAt: Time,
  deletedAt: Nullable(Time),
  /** The id that the sender's client gave to the message; null in the receiver's copy. */
  clientTempId: Nullable(Type.String()),
  Sender: Partner,
  Receiver: Partner,
  attachments: Type.Array(Attachment),
  replyTo: Nullable(MessageQuote),
  reactions: Type.Array(MessageReaction),
});
export type DirectMessage = Static<typeof DirectMessage>;

export const Conversation = Type.Object({
  otherUser: Partner,
  /** Text of the last message; empty if it was deleted or has only attachments. */
  text: Type.String(),
  /** Sender of the last message. */
  senderId: Nullable(Id),
  /** Kind of the last message's first attachment. */
  attachmentKind: Nullable(Type.String()),
  updatedAt: Time,
  /** Always 0 if `muted` is true. */
  unreadCount: Type.Integer(),
  /** True if the conversation is a message request to the viewer. */
  request: Type.Boolean(),
  /** True if the viewer has muted the other player. */
  muted: Type.Boolean(),
  lastSeq: Seq,
  /**
   * Number of the newest message that the viewer has cleared. A cleared conversation is not listed until a newer
   * message arrives.
   */
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
      summary: 'Conversations, latest first; the Link header leads to the next page.',
    },
    'GET /api/dms/unread/count': {
      access: 'player',
      reply: UnreadCount,
      summary: 'The number of unread messages in all conversations.',
    },
    'GET /api/dms/sync': {
      access: 'player',
      query: Type.Object({ since: Time }),
      reply: Type.Array(Conversation),
      summary: 'Conversations that have changed since the given time, including cleared conversations.',
    },
    'GET /api/dms/{userId}': {
      access: 'player',
      params: idParams('userId'),
      query: Type.Object({
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 100, default: LIMITS.dm.page })),
        before: Type.Optional(Type.String({ maxLength: 200 })),
        after: Type.Optional(Seq),
        /**
         * Time at which the client last updated its copy of the conversation. Without this time, `deletedIds` and
         * `reacted` are empty.
         */
        deletedSince: Type.Optional(Time),
      }),
      reply: Type.Object({
        items: Type.Array(DirectMessage),
        nextCursor: Nullable(Type.String()),
        otherUser: Partner,
        /**
         * Number of the newest message in the conversation that the other player has read. 0 if there is a block, or if
         * the other player has deleted their account.
         */
        readUpTo: Seq,
        /** Number of the last message that the viewer has cleared. */
        clearedUpTo: Seq,
        request: Type.Boolean(),
        /**
         * False if one player has blocked the other, if the other player has deleted their account, or if there is a
         * `refusal`.
         */
        canWrite: Type.Boolean(),
        /** The reason why the safety settings of either player do not allow the viewer to send a message. */
        refusal: Nullable(MessageRefusal),
        /** Ids of the messages deleted since `deletedSince`: at most the last 1,000. */
        deletedIds: Type.Array(Id),
        /** The messages whose reactions changed since `deletedSince`: at most the last 1,000. */
        reacted: Type.Array(Type.Object({ id: Id, reactions: Type.Array(MessageReaction) })),
        /**
         * True if `deletedIds` or `reacted` is incomplete, because it would have more than 1,000 entries. The client
         * must then reload the conversation.
         */
        moreDeleted: Type.Boolean(),
      }),
      summary:
        'A page of a conversation, oldest first: the newest page, older messages with `before`, newer messages with `after`.',
    },
    'POST /api/dms/{userId}/read': {
      access: 'player',
      params: idParams('userId'),
      reply: UnreadCount,
      summary: 'Marks a conversation as read; returns the total of unread messages.',
    },
    'POST /api/dms/{userId}/accept': {
      access: 'player',
      params: idParams('userId'),
      reply: Message,
      summary:
        'Accepts a message request, which becomes an ordinary conversation. A reply has the same effect.',
    },
    'DELETE /api/dms/{messageId}': {
      access: 'player',
      params: idParams('messageId'),
      reply: Message,
      summary: "Deletes the caller's message for both players.",
    },
    'PUT /api/dms/{messageId}/reactions': {
      access: 'player',
      params: idParams('messageId'),
      body: ReactionChange,
      reply: Type.Object({ reactions: Type.Array(MessageReaction) }),
      summary: "Adds or removes the caller's reaction to a message; repeating it changes nothing.",
    },
    'DELETE /api/dms/convo/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: Type.Object({ message: Type.String(), clearedUpTo: Seq }),
      summary: 'Clears a conversation for the caller only.',
    },
  },
  clientEvents: {
    /**
     * Send a message. If a `clientTempId` is repeated, the message is not sent again. `senderId` must be the id of the
     * signed-in player.
     */
    'private message': {
      isWrite: true,
      payload: Type.Object({
        senderId: Id,
        receiverId: Id,
        text: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
        /**
         * Ids of uploads. The schemas of this field and of the next two fields accept any value, because the
         * handler parses several formats and returns specific errors (see `readMedia`).
         */
        attachmentIds: Type.Optional(Type.Unknown()),
        /** Uploads as objects with an `id`, or a GIF. An id that is also in `attachmentIds` counts once. */
        attachments: Type.Optional(Type.Unknown()),
        /** A `GifChoice`, or the URL of the GIF. */
        giphy: Type.Optional(Type.Unknown()),
        /** Id of the message in the same conversation that this message answers. */
        replyToId: Type.Optional(Nullable(Id)),
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
    /** `userId` has added or removed a reaction to a message. Sent to every tab of both players. */
    'dm:reacted': Type.Object({
      id: Id,
      senderId: Id,
      receiverId: Id,
      userId: Id,
      emoji: Emoji,
      reacted: Type.Boolean(),
    }),
    /**
     * The player `byUserId` has read the conversation with `withUserId` up to message `upTo`. The reader's own event
     * contains the reader's total number of unread messages as `unreadCount`. In the other player's event,
     * `unreadCount` is null.
     */
    'dm:read': Type.Object({
      byUserId: Id,
      withUserId: Id,
      upTo: Seq,
      unreadCount: Nullable(Type.Integer()),
    }),
    /**
     * A message request from `withUserId` has become an ordinary conversation. Sent to every tab of the player who
     * received the request.
     */
    'dm:accepted': Type.Object({ withUserId: Id }),
    /** Sent to every tab of the player who cleared the conversation up to message `upTo`. */
    'dm:cleared': Type.Object({ withUserId: Id, upTo: Seq }),
  },
} as const satisfies Contract;
