import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { type OperatorAnswer, runCommand, USAGE } from './operator.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { DataDirError, operatorSocket } from './platform/db/data-dir.ts';
import { openDatabase } from './platform/db/open.ts';
import { AppError } from './platform/errors.ts';
import { NodeError } from './platform/nodes.ts';

/** Asks the server that runs on this data folder; null when none does. */
function askServer(address: string, args: readonly string[]): Promise<OperatorAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => socket.write(`${JSON.stringify(args)}\n`));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(null) : reject(error),
    );
    createInterface({ input: socket }).once('line', (line) => resolve(JSON.parse(line) as OperatorAnswer));
  });
}

/** Carries the command out here, where no server runs; or beside nodes that share by Redis. */
async function alone(config: Config, args: readonly string[]): Promise<OperatorAnswer> {
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
