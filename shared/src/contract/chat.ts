import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time } from './schema.ts';

export const CHAT_MESSAGE_TYPES = ['user', 'bot', 'emote'] as const;

export const ChatMessage = Type.Object({
  /** Rises with time; null for a line that is said to oneself alone and kept nowhere. */
  id: Nullable(Id),
  type: Type.Enum([...CHAT_MESSAGE_TYPES]),
  text: Type.String(),
  /** Who said it, or whose command a bot answers. */
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** Whether addresses in it may be followed: not those of an account younger than a day. */
  links: Type.Boolean(),
  timestamp: Time,
});
export type ChatMessage = Static<typeof ChatMessage>;

/** What staff ask of everybody who writes; staff themselves are free of it. */
export const ChatRules = Type.Object({
  /** Seconds between two lines of one player; 0 for as they like. */
  slowModeSeconds: Type.Integer({ minimum: 0, maximum: LIMITS.chat.slowModeMax }),
  /** Only accounts older than a day may write. */
  establishedOnly: Type.Boolean(),
});
export type ChatRules = Static<typeof ChatRules>;

export const chat = {
  routes: {
    'GET /api/chat/rules': {
      access: 'player',
      reply: ChatRules,
      summary: 'What holds in the lobby just now.',
    },
    'PUT /api/mod/chat/rules': {
      access: 'moderator',
      body: Type.Object(ChatRules.properties, closedObject),
      reply: ChatRules,
      summary: 'Sets slow mode, and whether new accounts may write.',
    },
    'DELETE /api/mod/messages/{id}': {
      access: 'moderator',
      params: idParams('id'),
      reply: Type.Object({ deleted: Type.Literal('message') }),
      summary: 'Deletes a line from the lobby.',
    },
  },
  clientEvents: {
    /** Answered by `chat history` to this socket: the last 200 lines, or those after `after`. */
    'chat:getHistory': {
      payload: Type.Object({ after: Type.Optional(Nullable(Id)) }),
      reply: Type.Object({}),
    },
    /** Says a line, once for each `clientTempId`. A refusal is also told by `chat error` to this socket. */
    'chat message': {
      requiresUnmuted: true,
      payload: Type.Object({
        text: Type.String(),
        clientTempId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
      }),
      reply: Type.Object({ line: Nullable(ChatMessage) }),
    },
  },
  serverEvents: {
    /** Oldest first. */
    'chat history': Type.Array(ChatMessage),
    'chat message': ChatMessage,
    'chat error': Type.Object({
      message: Type.String(),
      /** Whole seconds after which it can be tried again. */
      retryAfter: Type.Optional(Type.Integer()),
    }),
    'chat deleted': Type.Object({ id: Id }),
    'chat rules': ChatRules,
  },
} as const satisfies Contract;
