import { chat } from '@rivalhold/shared/contract/chat.ts';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { setReaction, stopReactionBroadcast } from './reactions.ts';
import { getLobby, readRules, removeChatMessage, sendChatMessage, setChatRules } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  lobbyReaction: { points: 30, seconds: 10 },
});

/** Register the routes and socket events of the lobby. */
export function chatRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, chat.routes, {
    'GET /api/chat/rules': async ({ db }) => readRules(db),

    'PUT /api/mod/chat/rules': async ({ db, session, body }) =>
      setChatRules(db, site, { ...body, actorId: session.user.id }),

    'DELETE /api/mod/messages/{id}': async ({ db, session, params, body: reason }) => {
      await removeChatMessage(db, site, { id: params.id, viewer: session.user, reason });
      return { deleted: 'message' as const };
    },

    'PUT /api/chat/messages/{id}/reactions': async ({ db, session, params, body }) => {
      await site.limits.consume(RATE_LIMITS.lobbyReaction, session.user.id);
      const change = { ...body, userId: session.user.id, messageId: params.id };
      return { reactions: await setReaction(db, site, change) };
    },
  });
  http.app.addHook('onClose', () => stopReactionBroadcast(site));

  site.realtime.on('chat:getHistory', async (session, { after }, socketId) => {
    const here = { socketIds: [socketId] };
    const { messages, deleted, reacted } = await getLobby(site.db, site, {
      viewerId: session.user.id,
      after: after ?? null,
    });
    for (const id of deleted) site.realtime.emitHere(here, 'chat deleted', { id });
    if (reacted.length > 0) site.realtime.emitHere(here, 'chat reactions', { messages: reacted });
    site.realtime.emitHere(here, 'chat history', messages);
    return {};
  });

  const queue = new KeyedMutex();
  site.realtime.on(
    'chat message',
    async ({ user }, { text, clientTempId = null, replyToId = null }, socketId) => {
      // The database stores messages one after another anyway. Queue them here, so that a burst of messages does not
      // use up the database connections.
      const message = await queue.runExclusive('lobby', () =>
        sendChatMessage(site.db, site, { user, text, clientTempId, replyToId }),
      );
      if (message.id === null) site.realtime.emitHere({ socketIds: [socketId] }, 'chat message', message);
      return { message };
    },
    (socketId, { message, retryAfter }) =>
      site.realtime.emitHere({ socketIds: [socketId] }, 'chat error', {
        message,
        ...(retryAfter !== undefined && { retryAfter }),
      }),
  );
}
