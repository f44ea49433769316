import { afterAll, beforeAll, expect, it } from 'vitest';
import { findServices, type RunningServices, startServices } from '../../../../scripts/testing/services.ts';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { runAsOwner } from '../../testing/database.ts';
import { query } from '../../testing/queries.ts';
import { TcpProxy } from '../../testing/tcp-proxy.ts';

let services: RunningServices;
let proxy: TcpProxy;
let app: TestApp;
beforeAll(async () => {
  const found = findServices();
  if (found === null) throw new Error('PostgreSQL or Redis is not installed');
  services = await startServices(found);
  proxy = new TcpProxy(services.databaseUrl);
  await proxy.open();
  app = await createTestApp({ env: { DATABASE_URL: proxy.through(services.databaseUrl) } });
});
afterAll(async () => {
  await app.close();
  proxy.stopAccepting();
  await services.stop();
});

const USE_TRANSACTION_ID = 'select pg_current_xact_id()';

it('a failover that loses transactions closes the sockets of lost sessions', async () => {
  const [ended, staying] = [await app.player(), await app.player()];
  const [endedSocket, stayingSocket] = [await ended.socket(), await staying.socket()];
  const standby = await services.addStandby();
  await runAsOwner(standby, "alter system set primary_conninfo = ''", 'select pg_reload_conf()');
  const receivers = () => runAsOwner(standby, 'select 1 from pg_stat_wal_receiver where pid is not null');
  await expect.poll(receivers).toEqual([]);

  const lost = await app.player();
  const lostSocket = await lost.socket();
  for (let n = 0; n < 50; n++) await query(app.site.db, sql([USE_TRANSACTION_ID]));
  await app.site.sessions.readChanges();
  proxy.stopAccepting();
  await services.control('postgres', 'kill');
  await runAsOwner(
    standby,
    'select pg_promote()',
    `delete from sessions where user_id = ${ended.id}`,
    // Run more transactions than were lost. The new primary reuses the lost ids, so the ids alone do not show the loss.
    ...Array(200).fill(USE_TRANSACTION_ID),
  );
  proxy.targets = [Number(new URL(standby).port)];
  await proxy.open();

  await expect.poll(() => [endedSocket.connected, lostSocket.connected]).toEqual([false, false]);
  expect((await ended.fetch('/api/combat/open')).status).toBe(401);
  expect(stayingSocket.connected).toBe(true);
  expect((await staying.fetch('/api/combat/open')).status).toBe(200);
});
