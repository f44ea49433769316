import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { playerNamed, setRole } from '../features/accounts/service.ts';
import { adjustCoins, verifyAndTell } from '../features/ledger/service.ts';
import { AppError } from '../platform/errors.ts';
import type { Site } from '../platform/site.ts';
import { makeBackup } from './backup/making.ts';
import { type OperatorAnswer, onLine, ROLES, USAGE } from './client.ts';
import { readBackup, reasonOf, tellMade, tellVerified, wanted } from './commands.ts';

const AMOUNT = /^[+-]?[1-9]\d{0,6}$/;
const MOST_COINS = 1_000_000;

/**
 * Carries out one command of the operator's tool, in the server while it runs.
 * @returns what to print.
 * @throws AppError with the reason, invalid for a command there is not.
 */
export async function runCommand(site: Site, args: readonly string[]): Promise<string> {
  const [subject, verb, name, value, ...words] = args;
  if (subject === 'status')
    return `Rivalhold ${site.config.version} on ${site.config.databaseUrl ? 'PostgreSQL' : 'the embedded database'}`;
  if (subject === 'user' && verb === 'role' && name && (ROLES as readonly string[]).includes(value ?? '')) {
    await setRole(site.db, site, { username: name, role: value as Role });
    return `${name} is now ${value}.`;
  }
  if (subject === 'user' && verb === 'coins' && name && AMOUNT.test(value ?? '') && words.length > 0)
    return giveCoins(site, name, Number(value), words.join(' '));
  if (subject === 'ledger' && verb === 'verify') return tellVerified(await verifyAndTell(site, 'tool'));
  const backup = readBackup(args);
  if (backup) {
    const asked = wanted(backup, site.config, site.files);
    return tellMade(backup, await site.database.withoutTimeouts((db) => makeBackup(db, asked)));
  }
  throw new AppError('invalid', USAGE);
}

async function giveCoins(site: Site, name: string, amount: number, why: string): Promise<string> {
  if (Math.abs(amount) > MOST_COINS) throw new AppError('invalid', `At most ${MOST_COINS} coins at once.`);
  const { id, username } = await playerNamed(site.db, name);
  const coins = await adjustCoins(site.db, site, { userId: id, amount, by: 'operator', why });
  return `${username} now has ${coins} coins.`;
}

/**
 * Listens for the operator's tool on a local socket in `DATA_DIR`, which only the server's own user can open: neither
 * the embedded database nor a node without Redis lets a second process in.
 */
export function listenToOperator(site: Site, address: string): Server {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onLine(socket, (line) => {
      answer(site, line).then((text) => socket.end(`${JSON.stringify(text)}\n`));
    });
  });
  if (process.platform !== 'win32') rmSync(address, { force: true });
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
    const text = reasonOf(error);
    if (text === null) site.log.error({ err: error }, 'operator');
    return { ok: false, text: text ?? 'Something went wrong; see the log.' };
  }
}
