import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HEALTH_ISSUE_TEXTS } from '@rivalhold/shared/texts/health.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { createBackup } from '../../operator/backup/create-backup.ts';
import { type Statement, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { RecentMetrics } from '../../platform/observability/recent-metrics.ts';
import { createTestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { hooking } from '../../testing/statements.ts';
import { VERIFY_JOB, verifyAndStore } from '../coins/service.ts';
import { createStaff } from '../moderation/testing.ts';
import { lastBackup } from './queries.ts';
import { measureFiles } from './service.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on' } });
let admin: TestPlayer;
beforeAll(async () => {
  admin = await createStaff(app, 'admin');
  // Stop the workers, so that jobs queued by tests do not run.
  await app.site.jobs.stop();
});
/** Set the measured lag of the event loop, because the real lag depends on how busy the machine is. */
function setLoopLag(ms: number): void {
  const { recent } = app.site.metrics;
  vi.spyOn(recent, 'recordLag').mockImplementation(() => RecentMetrics.prototype.recordLag.call(recent, ms));
}
// Let the metrics and health measurements of the previous test expire.
beforeEach(() => {
  app.clock.advance(120 * MINUTE);
  setLoopLag(0);
});

async function health(): Promise<SiteHealth> {
  const { status, headers, body } = await admin.call('GET /api/admin/site-health');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  return body;
}
const issues = (received: SiteHealth) => received.issues.map(({ kind, state }) => `${kind} ${state}`);
/**
 * Return the issues, but leave out issues of the ledger, because no nightly job verifies the ledger in this
 * test.
 */
const others = (received: SiteHealth) => issues(received).filter((kind) => !kind.startsWith('ledger'));
const service = (received: SiteHealth, name: string) => received.services.find((one) => one.name === name);

describe('site health', () => {
  it('has the time of the last backup', async () => {
    const backup = { folder: `${temporaryFolder()}/backup`, version: '1', files: null };
    await createBackup(app.site.db, backup);
    const { storage } = await health();
    expect(storage.backupAt).toBe(await lastBackup(app.site.db));
    expect(storage.backupAt).not.toBeNull();
  });

  it('has figures and no issues if nothing is wrong', async () => {
    const socket = await admin.socket();
    await socket.emitWithAck('register', admin.id);
    await app.player();
    await measureFiles(app.site);
    const received = await health();
    expect(others(received)).toEqual([]);
    expect(received.requests).toMatchObject({ failed: 0 });
    expect(received.requests.count).toBeGreaterThan(0);
    expect(received.requests.p99).toBeGreaterThanOrEqual(received.requests.p50 as number);
    expect(received.events).toMatchObject({ count: 1, failed: 0 });
    expect(received.routes.map(({ route }) => route)).toContain('POST /api/users');
    expect(received.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(received.storage.files).toMatchObject({ count: 0, bytes: 0 });
    expect(received.storage.disk?.free).toBeLessThan(received.storage.disk?.total as number);
    expect(received.players).toBe(1);
    expect(received.nodes).toMatchObject([{ sockets: 1, players: 1, version: app.site.config.version }]);
    expect(received.cluster).toBe(app.site.nodeRegistry ? 'connected' : 'standalone');
    expect(service(received, 'database')).toMatchObject({ isUp: true });
    expect(service(received, 'mail')?.kind).toBe('folder');
    socket.disconnect();
  });

  it('reports failed requests until they are several minutes old', async () => {
    const { recent } = app.site.metrics;
    const request = { name: 'GET /api/feed', seconds: 0.02 };
    recent.record('requests', { ...request, failed: true });
    expect(others(await health())).toEqual(['requestsFailing warning']);
    for (let n = 0; n < 99; n++) recent.record('requests', { ...request, failed: n < 20 });
    app.clock.advance(MINUTE);
    const received = await health();
    expect([received.state, others(received)]).toEqual(['critical', ['requestsFailing critical']]);
    expect(received.routes[0]).toMatchObject({ route: 'GET /api/feed', count: 100, failed: 21 });
    app.clock.advance(10 * MINUTE);
    expect(others(await health())).toEqual([]);
  });

  it('reports slow requests and events once there are enough samples', async () => {
    const { recent } = app.site.metrics;
    for (let n = 0; n < 30; n++)
      recent.record('requests', { name: 'requestsSlow', seconds: 3, failed: false });
    expect(others(await health())).toEqual([]);
    for (let n = 0; n < 70; n++) {
      recent.record('requests', { name: 'requestsSlow', seconds: 3, failed: false });
      recent.record('events', { name: 'requestsSlow', seconds: 0.3, failed: n < 5 });
    }
    app.clock.advance(MINUTE);
    const received = await health();
    expect(others(received).sort()).toEqual([
      'eventsFailing critical',
      'eventsSlow warning',
      'requestsSlow critical',
    ]);
    // 375 is the middle of the histogram bucket from 250 to 500 ms, which contains all recorded events.
    expect(received.events.p50).toBe(375);
  });

  it('reports that the database is slow or down', async () => {
    const asked = vi.spyOn(app.site.database, 'ping').mockImplementation(async () => {
      app.clock.advance(400);
      await query(app.site.db, sql`select 1`);
    });
    const slow = await health();
    expect(others(slow)).toEqual(['databaseSlow warning']);
    expect(service(slow, 'database')).toMatchObject({ isUp: true, ms: 400 });
    app.clock.advance(MINUTE);
    asked.mockRejectedValue(new Error('away'));
    const from = app.clock.now().toISOString();
    await health();
    app.clock.advance(MINUTE);
    const away = await health();
    expect(issues(away)[0]).toBe('databaseDown critical');
    expect(service(away, 'database')).toMatchObject({ isUp: false, since: from, ms: null });
    asked.mockRestore();
    app.clock.advance(MINUTE);
    expect(others(await health())).toEqual([]);
  });

  it('reports an outage of the file store, mail or payments', async () => {
    const { files, metrics } = app.site;
    const away = vi.spyOn(files.store, 'ping').mockRejectedValue(new AppError('unavailable'));
    metrics.recordJob('mail', 'failed');
    metrics.recordPaymentRequest('failed');
    const received = await health();
    expect(others(received).sort()).toEqual([
      'fileStoreDown critical',
      'mailFailing warning',
      'paymentsDown warning',
    ]);
    app.clock.advance(11 * MINUTE);
    expect(others(await health())).toContain('mailFailing critical');
    away.mockRestore();
    metrics.recordJob('mail', 'done');
    metrics.recordPaymentRequest('done');
    app.clock.advance(MINUTE);
    expect(others(await health())).toEqual([]);
  });

  it('reports a disk that is getting full, and an event loop that lags', async () => {
    const room = vi.spyOn(app.site.files.store, 'freeSpace').mockResolvedValue({ free: 15, total: 100 });
    expect(others(await health())).toEqual(['diskFull warning']);
    room.mockResolvedValue({ free: 5, total: 100 });
    setLoopLag(300);
    app.clock.advance(10 * MINUTE);
    expect(others(await health()).sort()).toEqual(['diskFull critical', 'eventLoopLag warning']);
    room.mockRestore();
  });

  it('reports jobs that wait too long, and failed jobs', async () => {
    const put = (state: string, minutes: number) =>
      query(
        app.site.db,
        sql`insert into jobs.job (name, state, start_after, completed_on)
         values ('mail', ${state}::jobs.job_state, now() - make_interval(mins => ${minutes}), now())`,
      );
    /** Set the number of failed jobs directly, because pg-boss counts failed jobs only once a minute. */
    const setFailed = (count: number) =>
      query(app.site.db, sql`update jobs.queue set failed_count = ${count} where name = 'mail'`);
    const clear = async () => {
      await query(app.site.db, sql`delete from jobs.job where name = 'mail'`);
      await setFailed(0);
    };
    await clear();
    await put('created', 1);
    expect(others(await health())).toEqual([]);
    await put('retry', 5);
    app.clock.advance(10_000);
    const watched = await health();
    expect(others(watched)).toEqual(['jobsStuck warning']);
    expect(watched.jobs).toMatchObject([{ name: 'mail', waiting: 1, retrying: 1, active: 0, failed: 0 }]);
    // The metrics show the same figures as the page.
    const metrics = await (await admin.fetch('/metrics')).text();
    expect(metrics).toContain('rivalhold_jobs_unfinished{name="mail",state="retrying"} 1\n');
    await put('created', 20);
    await setFailed(10);
    app.clock.advance(MINUTE);
    expect(others(await health()).sort()).toEqual(['jobsFailed critical', 'jobsStuck critical']);
    await clear();
  });

  it('reads the size of the database only once a minute', async () => {
    let count = 0;
    const before = ({ text }: Statement) => {
      if (text.includes('pg_database_size')) count++;
    };
    await hooking(app, { before }, async () => {
      for (let passed = 0; passed < MINUTE; passed += 10_000) {
        await health();
        app.clock.advance(10_000);
      }
      expect(count).toBe(1);
      await health();
      expect(count).toBe(2);
    });
  });

  it('is unavailable if the jobs cannot be read', async () => {
    const before = ({ text }: Statement) =>
      text.includes('jobs.queue') ? Promise.reject(new Error('late')) : undefined;
    const answer = await hooking(app, { before }, () => admin.call('GET /api/admin/site-health'));
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
  });

  it('every issue has a section in the operations docs', () => {
    const docs = readFileSync(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
    const sections = Object.values(HEALTH_ISSUE_TEXTS).map(({ section }) => section);
    const stands = (section: string) =>
      docs.includes(`\n## ${section}\n`) || docs.includes(`\n- **${section}.**`);
    expect(sections.filter((section) => !stands(section))).toEqual([]);
  });
});

describe('ledger verification', () => {
  it('runs if an admin requests it, at most three times in ten minutes', async () => {
    const two = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const asking = await createStaff(two, 'admin');
    const ledger = async () => {
      // Let the figures expire, so that they are read again.
      two.clock.advance(5_000);
      return (await asking.call('GET /api/admin/site-health')).body.ledger;
    };
    const sendRequest = () => asking.call('POST /api/admin/site-health/ledger');
    expect(await ledger()).toEqual({ isRunning: false, last: null });
    expect((await sendRequest()).status).toBe(202);
    await waitFor(async () =>
      expect((await ledger()).last).toEqual({
        at: expect.any(String),
        by: asking.username,
        trigger: 'admin',
        rows: 1,
        differences: 0,
      }),
    );
    await query(two.site.db, sql`update characters set coins = coins + 1 where user_id = ${asking.id}`);
    expect((await sendRequest()).status).toBe(202);
    await waitFor(async () => expect((await ledger()).last?.differences).toBe(1));
    const { body } = await asking.call('GET /api/admin/site-health');
    expect(issues(body)[0]).toBe('ledgerMismatch critical');
    expect([(await sendRequest()).status, (await sendRequest()).status]).toEqual([202, 429]);
    const written = await asking.call('GET /api/admin/audit', { query: { kind: 'ledger.verify' } });
    expect(written.body.items.map(({ actorId }) => actorId)).toEqual(Array(3).fill(asking.id));
    await two.close();
  });

  it('counts as running exactly while its job is unfinished', async () => {
    await query(app.site.db, sql`insert into jobs.job (name) values (${VERIFY_JOB})`);
    const isRunningIn = async (state: string) => {
      await query(
        app.site.db,
        sql`update jobs.job set state = ${state}::jobs.job_state where name = ${VERIFY_JOB}`,
      );
      return (await health()).ledger.isRunning;
    };
    for (const state of ['created', 'active', 'retry', 'active']) expect(await isRunningIn(state)).toBe(true);
    for (const state of ['completed', 'failed']) expect(await isRunningIn(state)).toBe(false);
    await query(app.site.db, sql`delete from jobs.job where name = ${VERIFY_JOB}`);
  });

  it('is reported as an issue if it never ran or is out of date', async () => {
    expect(issues(await health())).toContain('ledgerUnverified warning');
    await verifyAndStore(app.site, 'schedule');
    app.clock.advance(MINUTE);
    expect(issues(await health())).toEqual([]);
    app.clock.advance(27 * 60 * MINUTE);
    expect(issues(await health())).toEqual(['ledgerStale warning']);
    app.clock.advance(24 * 60 * MINUTE);
    expect(issues(await health())).toEqual(['ledgerStale critical']);
  });
});
