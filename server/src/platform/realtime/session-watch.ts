import type { Logger } from 'pino';
import type { Sessions } from '../security/sessions.ts';
import type { SiteServer } from './cluster-adapter.ts';

/**
 * With this interval, including the time for the query, ended sessions are noticed within a second. The other sessions
 * stay in the cache.
 */
const CHECK_INTERVAL_MS = 800;

/**
 * Check the sessions of open sockets at regular intervals. Close the sockets of ended sessions, and renew the
 * others in the cache. Return a function that stops the checks.
 */
export function watchSessions(io: SiteServer, sessions: Sessions, log: Logger): () => Promise<void> {
  let checking: Promise<void> | null = null;
  const check = async () => {
    const open = [...io.sockets.sockets.values()];
    if (open.length === 0) return;
    try {
      const ended = await sessions.renew(open.map(({ data }) => data.session));
      for (const socket of open) if (ended.has(socket.data.session.id)) socket.disconnect(true);
    } catch (error) {
      log.error({ err: error }, 'checking the sessions of open sockets failed');
    }
  };
  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = null;
    });
  }, CHECK_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}
