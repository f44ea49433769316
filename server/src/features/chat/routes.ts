import { chat } from '@rivalhold/shared/contract/chat.ts';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { getLobby, readRules, removeChatMessage, sendChatMessage, setChatRules } from './service.ts';

/** Register the routes and socket events of the lobby. */
export function chatRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, chat.routes, {
    'GET /api/chat/rules': async ({ db }) => readRules(db),

    'PUT /api/mod/chat/rules': async ({ db, session, body }) =>
      setChatRules(db, site, { ...body, actorId: session.user.id }),

    'DELETE /api/mod/messages/{id}': async ({ db, session, params }) => {
      await removeChatMessage(db, site, { id: params.id, viewer: session.user });
      return { deleted: 'message' as const };
    },
  });

  site.realtime.on('chat:getHistory', async (session, { after }, socketId) => {
    const here = { socketIds: [socketId] };
    const { lines, deleted } = await getLobby(site.db, site, {
      viewerId: session.user.id,
      after: after ?? null,
    });
    for (const id of deleted) site.realtime.emitHere(here, 'chat deleted', { id });
    site.realtime.emitHere(here, 'chat history', lines);
    return {};
  });

  const queue = new KeyedMutex();
  site.realtime.on(
    'chat message',
    async ({ user }, { text, clientTempId = null }, socketId) => {
      // The database serializes messages anyway. Queueing them here keeps many simultaneous messages from using up the
      // database connections.
      const line = await queue.runExclusive('lobby', () =>
        sendChatMessage(site.db, site, { user, text, clientTempId }),
      );
      if (line.id === null) site.realtime.emitHere({ socketIds: [socketId] }, 'chat message', line);
      return { line };
    },
    (socketId, { message, retryAfter }) =>
      site.realtime.emitHere({ socketIds: [socketId] }, 'chat error', {
        message,
        ...(retryAfter !== undefined && { retryAfter }),
      }),
  );
}
