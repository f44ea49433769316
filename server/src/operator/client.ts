import { connect, type Socket } from 'node:net';
import type { OperatorResponse, SiteDescription } from './commands.ts';

/**
 * Send a command to the server that listens at `address`, and return its response. Return null if no server listens
 * there.
 * @param onSite called with the description of the server's site before the command is sent
 * @param database the database that the server must use; any database if missing
 */
export function sendCommand(
  address: string,
  words: readonly string[],
  onSite: (site: SiteDescription) => void = () => {},
  database?: string,
): Promise<OperatorResponse | null> {
  return new Promise((resolve) => {
    const fail = (message: string) => resolve({ ok: false, code: 'unavailable', message });
    const socket = connect(address);
    const onSiteKnown = (site: SiteDescription) => {
      onSite(site);
      if (database === undefined || site.database === database)
        return void socket.write(`${JSON.stringify(words)}\n`);
      const message = `The server on this DATA_DIR does not use the database in DATABASE_URL, but ${site.database}. Set DATA_DIR to the folder of your site, or unset DATABASE_URL.`;
      resolve({ ok: false, code: 'conflict', message });
      socket.destroy();
    };
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      code === 'ENOENT' || code === 'ECONNREFUSED' ? resolve(null) : fail(message),
    );
    socket.once('close', () =>
      fail('The server stopped before it responded. Check whether the command took effect.'),
    );
    onLines(socket, (line) => {
      const message = JSON.parse(line) as { site: SiteDescription } | OperatorResponse;
      if ('site' in message) onSiteKnown(message.site);
      else resolve(message);
    });
  });
}

/** Call `listener` with each line that a socket receives. */
export function onLines(socket: Socket, listener: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) listener(line);
  });
}
