import path from 'node:path';
import { pino } from 'pino';
import { askServer, type OperatorAnswer, USAGE } from './operator-client.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { DataDirError, operatorSocket } from './platform/db/data-dir.ts';
import { AppError } from './platform/errors.ts';
import { NodeError } from './platform/nodes.ts';

const NEED_IT_STOPPED = ['restore', 'migrate-to'];

/** Carries the command out here, where no server runs; or beside nodes that share by Redis. */
async function alone(config: Config, args: readonly string[]): Promise<string> {
  // Only here: a server that runs has all of it loaded.
  const { buildApp } = await import('./app.ts');
  const { openDatabase } = await import('./platform/db/open.ts');
  const { runCommand } = await import('./operator.ts');
  const app = await buildApp({ ...config, seed: 'none' }, await openDatabase(config), {
    log: pino({ level: 'warn' }),
  });
  return runCommand(app.site, args).finally(() => app.close());
}

/** A restore and a move are for a server that is stopped, and a PostgreSQL lets a backup be read beside its nodes. */
async function carryOut(config: Config, args: readonly string[]): Promise<OperatorAnswer> {
  const besideServer = args[0] === 'backup' && config.databaseUrl !== null;
  const asked =
    besideServer || NEED_IT_STOPPED.includes(args[0] ?? '')
      ? null
      : await askServer(operatorSocket(config.dataDir), args);
  if (asked) return asked;
  const { runOnData } = await import('./operator-data.ts');
  try {
    return { ok: true, text: (await runOnData(config, args)) ?? (await alone(config, args)) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, text: error.message };
    throw error;
  }
}

/** Names a folder as it is seen from where the command was given, which is not where the server runs. */
function whereCalled([subject = '', folder = '', ...rest]: readonly string[]): readonly string[] {
  const isFolder = !folder.startsWith('-') && (subject === 'backup' || subject === 'restore');
  const from = process.env.INIT_CWD ?? process.cwd();
  return [subject, ...(folder ? [isFolder ? path.resolve(from, folder) : folder] : []), ...rest];
}

const args = process.argv.slice(2);
if (args.length === 0) {
  console.log(USAGE);
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const { ok, text } = await carryOut(config, whereCalled(args));
  (ok ? console.log : console.error)(text);
  process.exit(ok ? 0 : 1);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataDirError || error instanceof NodeError))
    throw error;
  console.error(error.message);
  process.exit(1);
}
