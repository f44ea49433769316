import { LIMITS } from '@rivalhold/shared/limits.ts';
import { repeatAtInterval } from '../../platform/concurrency/repeat-at-interval.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { onlineByNode } from './nodes.ts';
import { connectedUserIds, Presence, readPresenceData } from './service.ts';

/** Track connected players on all nodes, and handle `presence:get` and `presence:hidden`. */
export function presenceRoutes({ app }: Http, site: Site): void {
  const { realtime, log } = site;
  const failed = (error: unknown) => log.warn({ err: error }, 'presence update failed');
  const nodes = onlineByNode(site);
  const presence = new Presence({
    connected: () => connectedUserIds(site),
    read: (listenerIds, onlineIds) => readPresenceData(site.db, listenerIds, onlineIds),
    send: (userIds, online) => realtime.emitHere({ userIds }, 'online users', online),
    sendToSockets: (socketIds, online) => realtime.emitHere({ socketIds }, 'online users', online),
    now: () => performance.now(),
    onError: failed,
  });
  realtime.onConnections({
    onOpened: (userId, socketId, isFirst) => presence.connected(userId, socketId, isFirst),
    onClosed: (userId) => presence.disconnected(userId),
    onRelationsChanged: (userIds) => presence.relationsChanged(userIds),
    onEventsLost: () => presence.eventsLost(),
  });
  realtime.on('presence:get', async ({ user }, { userIds }, socketId) => {
    const online = await presence.subscribe(user.id, userIds);
    // Clients that do not read the acknowledgement get the list as the usual event.
    if (!userIds) realtime.emitHere({ socketIds: [socketId] }, 'online users', online);
    return { userIds: online };
  });

  realtime.on('presence:hidden', async (_session, { hidden }, socketId) => {
    await realtime.setPageHidden(socketId, hidden);
    return {};
  });

  const exchange = async () => {
    await nodes?.publish([...realtime.localUserIds()]).catch(failed);
    // `publish` also reads the lists of the other nodes, or drops them if they have expired. So update who is online,
    // even if `publish` failed.
    presence.remoteChanged();
  };
  const stopExchanges = nodes && repeatAtInterval(LIMITS.presence.intervalMs, exchange, failed);
  app.addHook('onClose', async () => {
    await Promise.all([stopExchanges?.(), presence.close()]);
    await nodes?.remove().catch(failed);
  });
}
