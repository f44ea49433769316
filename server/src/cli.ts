import path from 'node:path';
import { pino } from 'pino';
import { type OperatorResponse, sendCommand, USAGE } from './operator/client.ts';
import { NodeError } from './platform/cluster/node-lock.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { DataDirError, operatorSocketPath } from './platform/db/data-dir.ts';

const OFFLINE_COMMANDS_NOTE = ['restore', 'migrate-to'];

/** Run a command in this process: no server is running, or nodes share the database through Redis. */
async function runWithoutServer(config: Config, args: readonly string[]): Promise<string> {
  // Loaded only here: a running server has all of it in memory.
  const { buildApp } = await import('./app.ts');
  const { openDatabase } = await import('./platform/db/open-database.ts');
  const { runCommand } = await import('./operator/server.ts');
  const app = await buildApp({ ...config, seed: 'none' }, await openDatabase(config), {
    log: pino({ level: 'warn' }),
  });
  return runCommand(app.site, args).finally(() => app.close());
}

/** Run a command without the server: a restore or migration needs it stopped, but a PostgreSQL backup does not. */
async function runOffline(config: Config, args: readonly string[]): Promise<OperatorResponse> {
  const besideServer = args[0] === 'backup' && config.databaseUrl !== null;
  const asked =
    besideServer || OFFLINE_COMMANDS_NOTE.includes(args[0] ?? '')
      ? null
      : await sendCommand(operatorSocketPath(config.dataDir), args);
  if (asked) return asked;
  const { operatorErrorOf, runDataCommand } = await import('./operator/commands.ts');
  try {
    return { ok: true, text: (await runDataCommand(config, args)) ?? (await runWithoutServer(config, args)) };
  } catch (error) {
    const text = operatorErrorOf(error);
    if (text === null) throw error;
    return { ok: false, text };
  }
}

/**
 * Make a folder absolute, since the server runs in another directory than the command. Also read the migration
 * target from the environment, which other users of this machine cannot see.
 */
function withAbsolutePath([subject = '', value = '', ...rest]: readonly string[]): readonly string[] {
  const { INIT_CWD, MIGRATE_TO_URL } = process.env;
  if (subject === 'migrate-to' && !value && MIGRATE_TO_URL) return [subject, MIGRATE_TO_URL];
  const isFolder = !value.startsWith('-') && (subject === 'backup' || subject === 'restore');
  const named = isFolder ? path.resolve(INIT_CWD ?? process.cwd(), value) : value;
  return [subject, ...(value ? [named] : []), ...rest];
}

const args = process.argv.slice(2);
if (args.length === 0) {
  console.log(USAGE);
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const { ok, text } = await runOffline(config, withAbsolutePath(args));
  (ok ? console.log : console.error)(text);
  process.exit(ok ? 0 : 1);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataDirError || error instanceof NodeError))
    throw error;
  console.error(error.message);
  process.exit(1);
}
