import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { StaffReason } from './decisions.ts';
import { Emoji, ReactionChange } from './reactions.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time } from './schema.ts';

export const CHAT_MESSAGE_TYPES = ['user', 'bot', 'emote'] as const;

const ChatReaction = Type.Object({
  emoji: Emoji,
  /** Number of players who have added this reaction, not counting players that a block hides from the viewer. */
  count: Type.Integer({ minimum: 1 }),
  /** True if the viewer has added this reaction. Missing in events about other players' reactions. */
  reacted: Type.Optional(Type.Boolean()),
});
export type ChatReaction = Static<typeof ChatReaction>;

export const ChatMessage = Type.Object({
  /** Increases with each message; null for a message that is not stored and that only the player `userId` sees. */
  id: Nullable(Id),
  type: Type.Enum([...CHAT_MESSAGE_TYPES]),
  text: Type.String(),
  /** The author, or the player whose command the bot answers. */
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** True if URLs in the text are clickable. False while the author's account is new. */
  links: Type.Boolean(),
  timestamp: Time,
  /**
   * Id of the message that this message replies to. The viewer might not see that message, because it is deleted, too
   * old, or hidden by a block.
   */
  replyToId: Nullable(Id),
  reactions: Type.Array(ChatReaction),
});
export type ChatMessage = Static<typeof ChatMessage>;

/** Restrictions on lobby messages. Staff are exempt. */
export const ChatRules = Type.Object({
  /** Minimum seconds between two messages by the same player; 0 for no limit. */
  slowModeSeconds: Type.Integer({ minimum: 0, maximum: LIMITS.chat.slowModeMax }),
  /**
   * True if only settled accounts can write: accounts that have a confirmed email and are old enough (by default, a
   * day).
   */
  settledOnly: Type.Boolean(),
});
export type ChatRules = Static<typeof ChatRules>;

export const chat = {
  routes: {
    'GET /api/chat/rules': {
      access: 'player',
      reply: ChatRules,
      summary: 'The current rules of the lobby.',
    },
    'PUT /api/mod/chat/rules': {
      access: 'moderator',
      body: Type.Object(ChatRules.properties, closedObject),
      reply: ChatRules,
      summary: 'Sets slow mode, and whether new accounts can write.',
    },
    'DELETE /api/mod/messages/{id}': {
      access: 'moderator',
      params: idParams('id'),
      body: StaffReason,
      reply: Type.Object({ deleted: Type.Literal('message') }),
      summary: 'Deletes a lobby message.',
    },
    'PUT /api/chat/messages/{id}/reactions': {
      access: 'player',
      requiresUnmuted: true,
      params: idParams('id'),
      body: ReactionChange,
      reply: Type.Object({ reactions: Type.Array(ChatReaction) }),
      summary: "Adds or removes the caller's reaction to a lobby message; repeating it changes nothing.",
    },
  },
  clientEvents: {
    /**
     * Request the latest 200 lobby messages; with `after`, only those with a higher id. The server sends them to this
     * socket as `chat history`. With `after`, it also sends changes to earlier messages: the deletions as
     * `chat deleted`, and the reactions as `chat reactions`.
     */
    'chat:getHistory': {
      payload: Type.Object({ after: Type.Optional(Nullable(Id)) }),
      reply: Type.Object({}),
    },
    /**
     * Post a message. If a `clientTempId` is repeated, the message is not posted again. If the server rejects the
     * message, the server sends `chat error` to this socket in addition to the error reply.
     */
    'chat message': {
      isWrite: true,
      requiresUnmuted: true,
      payload: Type.Object({
        text: Type.String(),
        replyToId: Type.Optional(Nullable(Id)),
        clientTempId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
      }),
      reply: Type.Object({ message: Nullable(ChatMessage) }),
    },
  },
  serverEvents: {
    /** The messages, oldest first. */
    'chat history': Type.Array(ChatMessage),
    'chat message': ChatMessage,
    'chat error': Type.Object({
      message: Type.String(),
      /** Whole seconds until a retry is allowed. */
      retryAfter: Type.Optional(Type.Integer()),
    }),
    'chat deleted': Type.Object({ id: Id }),
    /** A deleted message that staff restored. */
    'chat restored': ChatMessage,
    /** All reactions of each message whose reactions have changed. Broadcast at most once a second. */
    'chat reactions': Type.Object({
      messages: Type.Array(Type.Object({ id: Id, reactions: Type.Array(ChatReaction) })),
    }),
    'chat rules': ChatRules,
  },
} as const satisfies Contract;
