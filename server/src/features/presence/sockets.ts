import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { nodesOf } from './nodes.ts';
import { connectedTo, Presence, relationsOf } from './service.ts';

/** Follows who is connected, here and on the other nodes, and answers `presence:get`. */
export function presenceSockets({ app }: Http, site: Site): void {
  const { realtime, log } = site;
  const failed = (error: unknown) => log.warn({ err: error }, 'presence');
  const nodes = nodesOf(site);
  const presence = new Presence({
    connected: () => connectedTo(site),
    relationsOf: (userIds) => relationsOf(site.db, userIds),
    send: (userIds, online) => realtime.emitHere({ userIds }, 'online users', online),
    sendToSockets: (socketIds, online) => realtime.emitHere({ socketIds }, 'online users', online),
    now: () => performance.now(),
    failed,
  });
  realtime.follow({
    opened: (userId, socketId, isFirst) => presence.came(userId, socketId, isFirst),
    closed: (userId) => presence.went(userId),
    relationsChanged: (userIds) => presence.relationsChanged(userIds),
  });
  realtime.on('presence:get', async ({ user }, { userIds }, socketId) => {
    const online = await presence.ask(user.id, userIds);
    // Whoever wants no acknowledgement hears it as everybody does.
    if (!userIds) realtime.emitHere({ socketIds: [socketId] }, 'online users', online);
    return { userIds: online };
  });

  realtime.on('presence:hidden', async (_session, { hidden }, socketId) => {
    await realtime.setHidden(socketId, hidden);
    return {};
  });

  let exchange: Promise<void> | null = null;
  const exchanging =
    nodes &&
    setInterval(() => {
      // While Redis is slow, one at a time.
      exchange ??= nodes
        .exchange([...realtime.connectedHere()])
        .catch(failed)
        // Where nothing has been heard for a while, nobody is elsewhere any more.
        .then(() => presence.othersChanged())
        .finally(() => {
          exchange = null;
        });
    }, LIMITS.presence.everyMs);
  app.addHook('onClose', async () => {
    clearInterval(exchanging ?? undefined);
    await presence.close();
    await exchange;
    await nodes?.leave().catch(failed);
  });
}
