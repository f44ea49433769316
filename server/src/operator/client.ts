import { connect, type Socket } from 'node:net';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';

export const ROLES: readonly Role[] = ['player', 'moderator', 'admin'];

export const USAGE = `npm run rivalhold -- <command>

  user role NAME ${ROLES.join('|')}   give a player a role
  user coins NAME AMOUNT REASON       give a player coins, or take them: -20
  ledger verify                       recompute every balance; fails if anything differs
  backup FOLDER [--without-files]     write the site into a new folder; it goes on running
  restore FOLDER                      fill an empty site from a backup
  migrate-to [DATABASE_URL]           copy the embedded database, stopped, into an empty PostgreSQL: the one named, or
                                      that of MIGRATE_TO_URL, whose password no other user of the machine sees
  status                              who is running on what`;

export type OperatorResponse = { ok: boolean; text: string };

/** Send a command to the server that listens at this address, and return its response; null if none listens. */
export function sendCommand(address: string, args: readonly string[]): Promise<OperatorResponse | null> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(`${JSON.stringify(args)}\n`));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' || code === 'ECONNREFUSED' ? null : { ok: false, text: message }),
    );
    socket.once('close', () =>
      resolve({ ok: false, text: 'The server ended before it answered; look whether it was done.' }),
    );
    onFirstLine(socket, (line) => resolve(JSON.parse(line) as OperatorResponse));
  });
}

/** Call the listener with the first received line. */
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
