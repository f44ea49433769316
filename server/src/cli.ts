import { pino } from 'pino';
import { askServer, type OperatorAnswer, USAGE } from './operator-client.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { DataDirError, operatorSocket } from './platform/db/data-dir.ts';
import { AppError } from './platform/errors.ts';
import { NodeError } from './platform/nodes.ts';

/** Carries the command out here, where no server runs; or beside nodes that share by Redis. */
async function alone(config: Config, args: readonly string[]): Promise<OperatorAnswer> {
  // Only here: a server that runs has all of it loaded.
  const { buildApp } = await import('./app.ts');
  const { openDatabase } = await import('./platform/db/open.ts');
  const { runCommand } = await import('./operator.ts');
  const app = await buildApp({ ...config, seed: 'none' }, await openDatabase(config), {
    log: pino({ level: 'warn' }),
  });
  try {
    return { ok: true, text: await runCommand(app.site, args) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, text: error.message };
    throw error;
  } finally {
    await app.close();
  }
}

const args = process.argv.slice(2);
if (args.length === 0) {
  console.log(USAGE);
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const asked = await askServer(operatorSocket(config.dataDir), args);
  const { ok, text } = asked ?? (await alone(config, args));
  (ok ? console.log : console.error)(text);
  process.exit(ok ? 0 : 1);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataDirError || error instanceof NodeError))
    throw error;
  console.error(error.message);
  process.exit(1);
}
