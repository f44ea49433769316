import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { findPlayer, setRole } from '../features/accounts/service.ts';
import { adjustCoins, verifyAndStore } from '../features/ledger/service.ts';
import { AppError } from '../platform/errors.ts';
import type { Site } from '../platform/site.ts';
import { createBackup } from './backup/create-backup.ts';
import { type OperatorResponse, onFirstLine, ROLES, USAGE } from './client.ts';
import {
  formatBackupSummary,
  formatLedgerReport,
  operatorErrorOf,
  parseBackupCommand,
  parseCommand,
} from './commands.ts';

const AMOUNT_PATTERN = /^[+-]?[1-9]\d{0,6}$/;
const MAX_COINS = 1_000_000;

/**
 * Run a command of the operator tool inside the running server.
 * @returns the text to print
 * @throws AppError with the reason if the command fails; `invalid` for an unknown command.
 */
export async function runCommand(site: Site, args: readonly string[]): Promise<string> {
  const [subject, verb, name, value, ...words] = args;
  if (subject === 'status')
    return `Rivalhold ${site.config.version} on ${site.config.databaseUrl ? 'PostgreSQL' : 'the embedded database'}`;
  if (subject === 'user' && verb === 'role' && name && (ROLES as readonly string[]).includes(value ?? '')) {
    await setRole(site.db, site, { username: name, role: value as Role });
    return `The role of ${name} is now ${value}.`;
  }
  if (subject === 'user' && verb === 'coins' && name && AMOUNT_PATTERN.test(value ?? '') && words.length > 0)
    return grantCoins(site, name, Number(value), words.join(' '));
  if (subject === 'ledger' && verb === 'verify') return formatLedgerReport(await verifyAndStore(site, 'cli'));
  const backup = parseBackupCommand(args);
  if (backup) {
    const asked = parseCommand(backup, site.config, site.files);
    return formatBackupSummary(backup, await site.database.withoutTimeouts((db) => createBackup(db, asked)));
  }
  throw new AppError('invalid', USAGE);
}

async function grantCoins(site: Site, name: string, amount: number, reason: string): Promise<string> {
  if (Math.abs(amount) > MAX_COINS) throw new AppError('invalid', `At most ${MAX_COINS} coins per command.`);
  const { id, username } = await findPlayer(site.db, name);
  const coins = await adjustCoins(site.db, site, { userId: id, amount, by: 'operator', why: reason });
  return `${username} now has ${coins} coins.`;
}

/**
 * Listen for commands of the operator tool on a local socket in `DATA_DIR`, which only the server's operating
 * system user can open. The commands run in the server, because neither the embedded database nor a site without
 * Redis allows a second process.
 */
export function listenToOperator(site: Site, address: string): Server {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onFirstLine(socket, (line) => {
      respond(site, line).then((text) => socket.end(`${JSON.stringify(text)}\n`));
    });
  });
  if (process.platform !== 'win32') rmSync(address, { force: true });
  // The server must also start if `DATA_DIR` does not support sockets, as on a network share or with a very long
  // path.
  server.on('error', (error) => site.log.warn({ err: error }, 'operator commands cannot reach this server'));
  server.listen(address, () => {
    if (process.platform !== 'win32') chmodSync(address, 0o600);
  });
  server.unref();
  return server;
}

async function respond(site: Site, line: string): Promise<OperatorResponse> {
  try {
    return { ok: true, text: await runCommand(site, JSON.parse(line) as string[]) };
  } catch (error) {
    const text = operatorErrorOf(error);
    if (text === null) site.log.error({ err: error }, 'operator command failed');
    return { ok: false, text: text ?? 'Something went wrong. See the log of the server.' };
  }
}
