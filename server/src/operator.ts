import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { setRole } from './features/accounts/service.ts';
import { AppError } from './platform/errors.ts';
import type { Site } from './platform/site.ts';

const ROLES: readonly Role[] = ['player', 'moderator', 'admin'];

export const USAGE = `npm run rivalhold -- <command>

  user role NAME ${ROLES.join('|')}   give a player a role
  status                              who is running on what`;

/**
 * Carries out one command of the operator's tool, in the server while it runs.
 * @returns what to print.
 * @throws AppError with the reason, invalid for a command there is not.
 */
export async function runCommand(site: Site, args: readonly string[]): Promise<string> {
  const [subject, verb, name, role] = args;
  if (subject === 'status')
    return `Rivalhold ${site.config.version} on ${site.config.databaseUrl ? 'PostgreSQL' : 'the embedded database'}`;
  if (subject === 'user' && verb === 'role' && name && (ROLES as readonly string[]).includes(role ?? '')) {
    await setRole(site.db, site, { username: name, role: role as Role });
    return `${name} is now ${role}.`;
  }
  throw new AppError('invalid', USAGE);
}

export type OperatorAnswer = { ok: boolean; text: string };

/**
 * Listens for the operator's tool on a local socket in `DATA_DIR`, which only the server's own user can open: neither
 * the embedded database nor a node without Redis lets a second process in.
 */
export function listenToOperator(site: Site, address: string): Server {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    createInterface({ input: socket }).once('line', (line) => {
      answer(site, line).then((text) => socket.end(`${JSON.stringify(text)}\n`));
    });
  });
  if (process.platform !== 'win32') rmSync(address, { force: true });
  server.on('error', (error) => site.log.warn({ err: error }, 'the operator cannot reach this server'));
  // A folder that can hold no sockets (a network share, a very long path) must not keep the site closed.
  server.on('error', (error) =>
    site.log.warn({ err: error }, "the operator's tool cannot reach this server"),
  );
  server.listen(address, () => {
    if (process.platform !== 'win32') chmodSync(address, 0o600);
  });
  server.unref();
  return server;
}

async function answer(site: Site, line: string): Promise<OperatorAnswer> {
  try {
    return { ok: true, text: await runCommand(site, JSON.parse(line) as string[]) };
  } catch (error) {
    if (!(error instanceof AppError)) site.log.error({ err: error }, 'operator');
    return {
      ok: false,
      text: error instanceof AppError ? error.message : 'Something went wrong; see the log.',
    };
  }
}
