import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { createBackup } from '../../operator/backup/create-backup.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { atUrl, createTestApp, nextEvent, type TestApp, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { hooking, recordStatements } from '../../testing/statements.ts';
import { saveVerification } from '../coins/queries.ts';
import { measureFiles, nodeMonitorOf } from './service.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on' } });
beforeAll(async () => {
  // Stop the workers, so that jobs queued by tests do not run.
  await app.site.jobs.stop();
});
beforeEach(() => {
  app.clock.advance(120 * MINUTE);
});

const scrape = async (from: TestApp = app) => (await from.browser().fetch('/metrics')).text();
/** Make a node measure its health, and return its metrics. */
async function measured(from: TestApp = app): Promise<string> {
  await nodeMonitorOf(from.site).refresh();
  return scrape(from);
}
/** Return the value of a metric (`name` or `name{label="value"}`), or undefined if there is none. */
function sampleOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the health metrics of the site', () => {
  it('contain the version, the services, the players and the disks', async () => {
    const player = await app.player();
    const socket = await player.socket();
    const text = await measured();
    expect(text).toMatch(
      new RegExp(`rivalhold_build_info{version="${app.site.config.version}",host=".+"} 1`),
    );
    expect(text).toMatch(/rivalhold_service_up\{service="database",kind="(postgresql|embedded)"\} 1/);
    expect(sampleOf(text, 'rivalhold_service_up{service="file_store",kind="folder"}')).toBe(1);
    if (app.redis) expect(sampleOf(text, 'rivalhold_service_up{service="redis",kind="redis"}')).toBe(1);
    expect(sampleOf(text, 'rivalhold_service_response_seconds{service="database"}')).toBeGreaterThanOrEqual(
      0,
    );
    expect(sampleOf(text, 'rivalhold_players_online')).toBe(1);
    expect(sampleOf(text, 'rivalhold_node_players')).toBe(1);
    for (const volume of ['data', 'files'])
      expect(sampleOf(text, `rivalhold_disk_free_bytes{volume="${volume}"}`)).toBeLessThan(
        sampleOf(text, `rivalhold_disk_size_bytes{volume="${volume}"}`) as number,
      );
    expect(sampleOf(text, 'rivalhold_database_size_bytes')).toBeGreaterThan(1_000_000);
    socket.disconnect();
  });

  it('leave out unknown figures', async () => {
    const other = await createTestApp();
    const text = await measured(other);
    await other.close();
    for (const name of ['ledger_differences', 'ledger_verified_timestamp_seconds', 'stored_files', 'backup'])
      expect(text).not.toMatch(new RegExp(`^rivalhold_${name}\\S* `, 'm'));
    expect(text).not.toMatch(/service="mail",kind="folder"\} /);
  });

  it('report services that are down', async () => {
    const { database, files, metrics } = app.site;
    const away = [database, files.store].map((each) =>
      vi.spyOn(each, 'ping').mockRejectedValue(new Error('away')),
    );
    metrics.recordJob('mail', 'failed');
    metrics.recordPaymentRequest('failed');
    const text = await measured();
    for (const service of ['database', 'file_store', 'mail', 'payments'])
      expect(text).toMatch(new RegExp(`rivalhold_service_up\\{service="${service}",kind="\\w+"\\} 0`));
    expect(text).not.toContain('rivalhold_service_response_seconds{service="database"}');
    for (const spy of away) spy.mockRestore();
  });

  it('report the backlog of jobs, and the age of the oldest job', async () => {
    await query(app.site.db, sql`delete from jobs.job where name = 'mail'`);
    for (const [state, minutes] of [
      ['created', 1],
      ['retry', 5],
      ['failed', 0],
    ] as const)
      await query(
        app.site.db,
        sql`insert into jobs.job (name, state, start_after, completed_on)
         values ('mail', ${state}::jobs.job_state, now() - make_interval(mins => ${minutes}), now())`,
      );
    // Set the number of failed jobs here, because pg-boss counts failed jobs only once a minute.
    await query(app.site.db, sql`update jobs.queue set failed_count = 1 where name = 'mail'`);
    const text = await measured();
    for (const [state, count] of Object.entries({ waiting: 1, retrying: 1, active: 0, failed: 1 }))
      expect(sampleOf(text, `rivalhold_jobs_unfinished{name="mail",state="${state}"}`)).toBe(count);
    const oldest = sampleOf(text, 'rivalhold_job_oldest_seconds{name="mail"}');
    expect(oldest).toBeGreaterThanOrEqual(300);
    expect(oldest).toBeLessThan(330);
    await query(app.site.db, sql`delete from jobs.job where name = 'mail'`);
    await query(app.site.db, sql`update jobs.queue set failed_count = 0 where name = 'mail'`);
  });

  it('include the last ledger verification, file count and backup, even from another process', async () => {
    const at = app.clock.now().toISOString();
    const seconds = Date.parse(at) / 1_000;
    await saveVerification(app.site.db, { at, trigger: 'cli', adminId: null, rows: 12, differences: 3 });
    await app.site.files.put('metrics/one', 'four');
    await measureFiles(app.site);
    const folder = `${temporaryFolder()}/backup`;
    const begun = Date.now();
    await createBackup(app.site.db, { folder, version: '1', files: null });
    const text = await measured();
    expect(sampleOf(text, 'rivalhold_ledger_verified_timestamp_seconds')).toBe(seconds);
    expect(sampleOf(text, 'rivalhold_ledger_differences')).toBe(3);
    expect(sampleOf(text, 'rivalhold_ledger_rows')).toBe(12);
    expect(sampleOf(text, 'rivalhold_stored_files')).toBe(1);
    expect(sampleOf(text, 'rivalhold_stored_files_bytes')).toBe(4);
    const completed = sampleOf(text, 'rivalhold_backup_completed_timestamp_seconds');
    expect(completed).toBeGreaterThanOrEqual(begun / 1_000);
    expect(completed).toBeLessThanOrEqual(Date.now() / 1_000);
  });

  it('still report the last ledger verification while the database is down', async () => {
    const at = app.clock.now().toISOString();
    await saveVerification(app.site.db, { at, trigger: 'cli', adminId: null, rows: 12, differences: 3 });
    await measured();
    app.clock.advance(MINUTE);
    const refuse = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    const text = await hooking(app, { before: refuse }, () => measured());
    expect(sampleOf(text, 'rivalhold_ledger_differences')).toBe(3);
    expect(text).not.toMatch(/^rivalhold_job_oldest_seconds\{/m);
    expect(text).toMatch(/rivalhold_service_up\{service="database",kind="\w+"\} 0/);
    app.clock.advance(MINUTE);
    expect(await measured()).toMatch(/^rivalhold_job_oldest_seconds\{/m);
  });

  it('contain all other figures if one figure cannot be read', async () => {
    await saveVerification(app.site.db, {
      at: app.clock.now().toISOString(),
      trigger: 'cli',
      adminId: null,
      rows: 12,
      differences: 4,
    });
    const before = ({ text }: { text: string }) =>
      text.includes('jobs.queue') ? Promise.reject(new Error('late')) : undefined;
    const text = await hooking(app, { before }, () => measured());
    expect(text).not.toMatch(/^rivalhold_job_oldest_seconds\{/m);
    expect(sampleOf(text, 'rivalhold_ledger_differences')).toBe(4);
  });

  it('begin counters at 0, so that Prometheus sees the first increase', async () => {
    const text = await scrape();
    for (const name of [
      'jobs_total{name="ledger.verify",outcome="failed"}',
      'payments_total{outcome="refused_amount"}',
      'payment_requests_total{outcome="failed"}',
      'pushes_total{outcome="sent"}',
      'cluster_messages_published_total{outcome="failed"}',
    ])
      expect(sampleOf(text, `rivalhold_${name}`), name).toBeGreaterThanOrEqual(0);
  });

  it('are read without any SQL statement', async () => {
    await measured();
    expect(await recordStatements(app, () => scrape(), { all: true })).toEqual([]);
  });

  it('measure the duration of SQL statements, even if they fail', async () => {
    const count = async () =>
      sampleOf(await scrape(), 'rivalhold_database_statement_seconds_count{database="primary"}') as number;
    const before = await count();
    await query(app.site.db, sql`select 1`);
    await expect(query(app.site.db, sql`select 1 / 0`)).rejects.toThrow();
    expect(await count()).toBeGreaterThanOrEqual(before + 2);
  });
});

describe('the metrics of refusals', () => {
  it('count refused requests by code', async () => {
    const browser = app.browser();
    const wrong = () => browser.signIn('nobody-here', 'a wrong password');
    expect((await wrong()).status).toBe(401);
    const text = await scrape();
    expect(sampleOf(text, 'rivalhold_refusals_total{code="credentials",source="http"}')).toBe(1);
    await waitFor(async () => expect((await wrong()).status).toBe(429));
    const after = await scrape();
    expect(sampleOf(after, 'rivalhold_refusals_total{code="tooOften",source="http"}')).toBeGreaterThan(0);
    expect(after).toMatch(/rivalhold_rate_limited_total\{limit="signIn\w*"\} \d/);
  });

  it('count refused connections and socket events', async () => {
    const before = sampleOf(await scrape(), 'rivalhold_refusals_total{code="origin",source="socket"}') ?? 0;
    const player = await app.player();
    await expect(player.socket({ origin: 'https://evil.example' })).rejects.toThrow();
    const socket = await player.socket();
    expect(await socket.emitWithAck('register', player.id + 1)).toMatchObject({ code: 'forbidden' });
    const text = await scrape();
    expect(sampleOf(text, 'rivalhold_refusals_total{code="origin",source="socket"}')).toBeGreaterThan(before);
    expect(sampleOf(text, 'rivalhold_refusals_total{code="forbidden",source="socket"}')).toBe(1);
    socket.disconnect();
  });
});

describe('the metrics of events', () => {
  it('count events sent to players', async () => {
    const player = await app.player();
    const socket = await player.socket();
    app.site.realtime.emitVolatile([player.id], 'coins:changed', { coins: 1, amount: 1, reason: 'demo' });
    expect(sampleOf(await scrape(), 'rivalhold_sent_events_total{event="coins:changed"}')).toBeGreaterThan(0);
    socket.disconnect();
  });

  if (process.env.TEST_REDIS_URL)
    it('count messages between nodes, and measure their lag', async () => {
      const here = await createTestApp();
      const [there, uninvolved] = [
        await createTestApp({ sharedWith: here }),
        await createTestApp({ sharedWith: here }),
      ];
      const [player, other] = [await here.player(), await here.player()];
      const socket = await player.socket();
      await atUrl(uninvolved, other).socket();
      const received = async (app: TestApp) => {
        const text = await scrape(app);
        const of = (receiver: 'yes' | 'no') =>
          sampleOf(text, `rivalhold_cluster_messages_received_total{receiver="${receiver}"}`) as number;
        return of('yes') + of('no');
      };
      const sent = async () =>
        sampleOf(await scrape(there), 'rivalhold_cluster_messages_published_total{outcome="sent"}') as number;
      const heard = nextEvent(socket, 'inventory:changed');
      const before = await Promise.all([received(here), received(uninvolved), sent()]);
      const { realtime, db } = there.site;
      // The node sends both events in one message, which only the player's node receives.
      await transaction(db, async (tx) => {
        realtime.emit(tx, [player.id], 'coins:changed', { coins: 1, amount: 1, reason: 'demo' });
        realtime.emit(tx, [player.id], 'inventory:changed', {});
      });
      await heard;
      const after = await Promise.all([received(here), received(uninvolved), sent()]);
      expect(after.map((count, index) => count - (before[index] as number))).toEqual([1, 0, 1]);

      const [counted, sum] = ['count', 'sum'].map((what) => `rivalhold_cluster_lag_seconds_${what}`);
      await waitFor(async () => expect(sampleOf(await scrape(here), counted as string)).toBeGreaterThan(0));
      const text = await scrape(here);
      expect(sampleOf(text, sum as string)).toBeLessThan(10 * (sampleOf(text, counted as string) as number));
      for (const app of [uninvolved, there, here]) await app.close();
    });
});
