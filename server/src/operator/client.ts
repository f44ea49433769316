import { connect, type Socket } from 'node:net';
import type { OperatorResponse, SiteDescription } from './commands.ts';

/**
 * Send a command to the server that listens at `address`, and return its response; null if no server listens there.
 * @param onSite called with the server's site before the command runs
 */
export function sendCommand(
  address: string,
  words: readonly string[],
  onSite: (site: SiteDescription) => void = () => {},
): Promise<OperatorResponse | null> {
  return new Promise((resolve) => {
    const fail = (message: string) => resolve({ ok: false, code: 'unavailable', message });
    const socket = connect(address, () => socket.write(`${JSON.stringify(words)}\n`));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      code === 'ENOENT' || code === 'ECONNREFUSED' ? resolve(null) : fail(message),
    );
    socket.once('close', () =>
      fail('The server stopped before it responded. Check whether the command took effect.'),
    );
    onLines(socket, (line) => {
      const message = JSON.parse(line) as { site: SiteDescription } | OperatorResponse;
      if ('site' in message) onSite(message.site);
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
