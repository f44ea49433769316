import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Site } from '../platform/site.ts';
import { onLines } from './client.ts';
import type { OperatorResponse } from './commands.ts';
import { toFailure } from './failures.ts';
import { runSiteCommand } from './site-commands.ts';
import { describeSite } from './site-description.ts';

/**
 * Listen for commands of the operator tool on a local socket in `DATA_DIR`. Only the server's operating system user can
 * open the socket. The commands run in the server, because a second process is not allowed if the database is embedded,
 * or if the site does not use Redis.
 */
export function listenToOperator(site: Site, address: string): Server {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The client checks this description, and sends its command only to the site that it expects.
    socket.write(`${JSON.stringify({ site: describeSite(site.config, 'running') })}\n`);
    let isBusy = false;
    onLines(socket, (line) => {
      if (isBusy) return;
      isBusy = true;
      void answer(site, socket, line);
    });
  });
  if (process.platform !== 'win32') rmSync(address, { force: true });
  // Only log the error. The server must start even if `DATA_DIR` does not support sockets, for example on a network
  // share or with a very long path.
  server.on('error', (error) => site.log.warn({ err: error }, 'operator commands cannot reach this server'));
  server.listen(address, () => {
    if (process.platform !== 'win32') chmodSync(address, 0o600);
  });
  server.unref();
  return server;
}

/** Run a command, and send its response as a line of JSON. */
async function answer(site: Site, socket: Socket, line: string): Promise<void> {
  socket.end(`${JSON.stringify(await respond(site, line))}\n`);
}

async function respond(site: Site, line: string): Promise<OperatorResponse> {
  try {
    return { ok: true, ...(await runSiteCommand(site, JSON.parse(line) as string[])) };
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null) site.log.error({ err: error }, 'operator command failed');
    return {
      ok: false,
      ...(failure ?? { code: 'internal', message: 'Something went wrong. See the log of the server.' }),
    };
  }
}
