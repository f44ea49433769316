import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { createDemo } from './demo/create-demo.ts';
import type { DemoWorld } from './demo/world.ts';
import { listenToOperator } from './operator/server.ts';
import { NodeError } from './platform/cluster/node-lock.ts';
import { ConfigError, httpUrl, readConfig } from './platform/config.ts';
import { DataDirError, operatorSocketPath } from './platform/db/data-dir.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { deleteSetting, RESTORED_SETTING } from './platform/db/site-settings.ts';

/** Time limit for a graceful shutdown. */
const SHUTDOWN_TIMEOUT_MS = 10_000;
/**
 * Number of connections that can wait to be accepted. When a node is lost, thousands of clients connect to another node
 * within three seconds. Clients whose connections exceed the limit would have to wait a second or longer before they
 * try again.
 */
const BACKLOG = 4_096;

try {
  await start();
} catch (error) {
  console.error(operatorMessageOf(error) ?? error);
  process.exit(1);
}

/** Return the message of an error that the operator can fix. Return null for any other error. */
function operatorMessageOf(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof DataDirError || error instanceof NodeError)
    return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`;
  return null;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  const app = await buildApp(config, database);
  const { site, http } = app;
  await deleteSetting(site.db, RESTORED_SETTING);
  // Keep the server running after an unhandled rejection, for example from a library call that failed because Redis is
  // down.
  process.on('unhandledRejection', (error) => {
    site.metrics.unhandled.inc();
    site.log.error({ err: error }, 'unhandled promise rejection');
  });

  const operator = listenToOperator(site, operatorSocketPath(config.dataDir));
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    site.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    operator.close();
    app.close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const demo = config.seed === 'demo' ? await createDemo(site) : null;
  await http.app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  const { port } = http.app.server.address() as AddressInfo;
  console.log(`Rivalhold is running at ${config.publicUrl?.origin ?? httpUrl(config.host, port)}`);
  if (demo) console.log(demoSignInLines(demo));
}

/** Return the message that explains how to log in to the demo world. */
function demoSignInLines({ isNew, signIns, password }: DemoWorld): string {
  const names = signIns.map(({ username, role }) => `${username} (${role})`).join(', ');
  const word = password ? `password ${password}` : 'the DEMO_PASSWORD that was set at the first start';
  return `${isNew ? 'Created a demo world. ' : ''}Log in as ${names}: ${word}`;
}
