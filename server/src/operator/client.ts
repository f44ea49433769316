import { connect, type Socket } from 'node:net';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';

export const ROLES: readonly Role[] = ['player', 'moderator', 'admin'];

export const USAGE = `npm run rivalhold -- <command>

  user role NAME ${ROLES.join('|')}   set the role of a player
  user coins NAME AMOUNT REASON       add coins to a balance; a negative AMOUNT deducts them
  ledger verify                       recompute every balance; fail if any differs
  backup FOLDER [--without-files]     back up the site to a new folder while it runs
  restore FOLDER                      restore a backup to an empty site
  migrate-to [DATABASE_URL]           copy the embedded database to an empty PostgreSQL database while the site is
                                      stopped; without a URL, to MIGRATE_TO_URL, which hides the password from other
                                      users of the machine
  status                              show the version and the database`;

export type OperatorResponse = { ok: boolean; text: string };

/**
 * Send a command to the server that listens at `address`, and return its response; null if no server listens there.
 */
export function sendCommand(address: string, args: readonly string[]): Promise<OperatorResponse | null> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(`${JSON.stringify(args)}\n`));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' || code === 'ECONNREFUSED' ? null : { ok: false, text: message }),
    );
    socket.once('close', () =>
      resolve({
        ok: false,
        text: 'The server stopped before it responded. Check whether the command took effect.',
      }),
    );
    onFirstLine(socket, (line) => resolve(JSON.parse(line) as OperatorResponse));
  });
}

/** Call `listener` with the first line that a socket receives. */
export function onFirstLine(socket: Socket, listener: (line: string) => void): void {
  let text = '';
  const listen = (chunk: string): void => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0) return;
    socket.off('data', listen);
    listener(text.slice(0, end));
  };
  socket.setEncoding('utf8').on('data', listen);
}
