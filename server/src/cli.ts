import path from 'node:path';
import { type OperatorResponse, sendCommand, USAGE } from './operator/client.ts';
import { NodeError } from './platform/cluster/node-lock.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { DataDirError, operatorSocketPath } from './platform/db/data-dir.ts';

const OFFLINE_COMMANDS_NOTE = ['restore', 'migrate-to'];

/**
 * Run a command in this process. This requires that no server is running on this machine's `DATA_DIR`. Nodes on other
 * machines can be running if they use Redis.
 */
async function runWithoutServer(config: Config, args: readonly string[]): Promise<string> {
  // Import this code only here, because most commands run in the running server and do not need it.
  const { buildApp } = await import('./app.ts');
  const { openDatabase } = await import('./platform/db/open-database.ts');
  const { createLog } = await import('./platform/observability/log.ts');
  const { runCommand } = await import('./operator/server.ts');
  const app = await buildApp({ ...config, seed: 'none' }, await openDatabase(config), {
    log: createLog('warn'),
  });
  return runCommand(app.site, args).finally(() => app.close());
}

/**
 * Run a command in the running server if possible, and otherwise in this process. A restore or migration requires
 * that no server runs, and a backup of PostgreSQL does not need the server.
 */
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
 * Return the arguments with an absolute folder path, because the server's working directory is different. If
 * `migrate-to` has no URL, add the value of MIGRATE_TO_URL. Other users of the machine can see arguments but not the
 * environment.
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
