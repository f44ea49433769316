import type { Logger } from 'pino';
import type { Sessions } from '../security/sessions.ts';
import type { SiteServer } from './cluster-adapter.ts';

/** Together with the query, ended sessions are noticed within a second, and all others stay cached. */
const CHECK_INTERVAL_MS = 800;

/**
 * Close the sockets of sessions that have ended on any node, and keep the others cached, at regular intervals.
 * Return a function that stops this.
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
