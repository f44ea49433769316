import type { Logger } from 'pino';
import type { Sessions } from '../security/sessions.ts';
import type { SiteServer } from './cluster-adapter.ts';

/** So that with its look-up an ended session is seen within a second, and the others are known at all times. */
const CHECK_INTERVAL_MS = 800;

/**
 * From now on sockets are closed whose session has ended, on whichever node, and of the sessions of the others it is known
 * that nothing has changed. Returns what ends that.
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
