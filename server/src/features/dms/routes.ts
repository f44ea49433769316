import { dms } from '@rivalhold/shared/contract/dms.ts';
import { DM_MESSAGES } from '@rivalhold/shared/texts/dms.ts';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts';
import { AppError } from '../../platform/errors.ts';
import { setNextLink } from '../../platform/http/cursor.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { setReaction } from './reactions.ts';
import { readMedia } from './received-media.ts';
import { emitTyping } from './send-message.ts';
import {
  acceptMessageRequest,
  clearConversationFor,
  deleteMessage,
  getConversation,
  listChangedSince,
  listConversations,
  markConversationRead,
  sendMessage,
  unreadCount,
} from './service.ts';

const RATE_LIMITS = defineRateLimits({
  message: { points: 40, seconds: 10 },
  messageReaction: { points: 30, seconds: 10 },
});

/** Register the routes and socket events of direct messages. */
export function dmRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, dms.routes, {
    'GET /api/dms': async ({ db, session, query, reply }) => {
      const { cursor, limit } = query;
      const page = await listConversations(db, { userId: session.user.id, cursor, limit });
      setNextLink(reply, '/api/dms', { limit, nextCursor: page.nextCursor });
      return page.items;
    },

    'GET /api/dms/unread/count': async ({ db, session }) => ({
      unreadCount: await unreadCount(db, session.user.id),
    }),

    'GET /api/dms/sync': async ({ db, session, query }) =>
      listChangedSince(db, { userId: session.user.id, since: query.since }),

    'GET /api/dms/{userId}': async ({ db, session, params, query }) =>
      getConversation(db, site, { ...query, userId: session.user.id, otherId: params.userId }),

    'POST /api/dms/{userId}/read': async ({ db, session, params }) => ({
      unreadCount: await markConversationRead(db, site, { userId: session.user.id, otherId: params.userId }),
    }),

    'POST /api/dms/{userId}/accept': async ({ db, session, params }) => {
      await acceptMessageRequest(db, site, { userId: session.user.id, otherId: params.userId });
      return { message: DM_MESSAGES.accepted };
    },

    'DELETE /api/dms/{messageId}': async ({ db, session, params }) => {
      await deleteMessage(db, site, { userId: session.user.id, messageId: params.messageId });
      return { message: DM_MESSAGES.deleted };
    },

    'PUT /api/dms/{messageId}/reactions': async ({ db, session, params, body }) => {
      await site.limits.consume(RATE_LIMITS.messageReaction, session.user.id);
      return {
        reactions: await setReaction(db, site, {
          ...body,
          userId: session.user.id,
          messageId: params.messageId,
        }),
      };
    },

    'DELETE /api/dms/convo/{userId}': async ({ db, session, params }) => {
      const clearedUpTo = await clearConversationFor(db, site, {
        userId: session.user.id,
        otherId: params.userId,
      });
      return { message: DM_MESSAGES.cleared, clearedUpTo };
    },
  });

  const queue = new KeyedMutex();
  site.realtime.on('private message', async (session, message) => {
    const { senderId, receiverId, text, clientTempId, replyToId } = message;
    if (senderId !== session.user.id) throw new AppError('forbidden');
    await site.limits.consume(RATE_LIMITS.message, senderId);
    const media = readMedia(message);
    // Queue the messages of a conversation, to keep each sender's messages in order, and to prevent many simultaneous
    // messages from using up the database connections.
    const conversation = `${Math.min(senderId, receiverId)}:${Math.max(senderId, receiverId)}`;
    return {
      message: await queue.runExclusive(conversation, () =>
        sendMessage(site.db, site, {
          sender: session.user,
          receiverId,
          text,
          clientTempId,
          replyToId,
          ...media,
        }),
      ),
    };
  });
  for (const event of ['typing', 'stop typing'] as const)
    site.realtime.on(event, async (session, { fromUserId, toUserId }) => {
      if (fromUserId !== session.user.id) throw new AppError('forbidden');
      await emitTyping(site.db, site, { userId: fromUserId, otherId: toUserId, event });
      return {};
    });
}
