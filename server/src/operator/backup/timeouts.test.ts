import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { MIGRATION_LOCK } from '../../platform/db/migrate.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { runAsOwner } from '../../testing/database.ts';
import { runDataCommand } from '../data-commands.ts';
import { runSiteCommand } from '../site-commands.ts';
import { createEmptySite, createSampleData, type EmptySite } from './testing.ts';

/**
 * The shortest allowed timeout, 1 s. After 1 s, the database cancels a statement. After 3 s without a response, the
 * driver gives up.
 */
const LIMITS = { DATABASE_TIMEOUT_MS: '1000' };
const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '4 s'`;
/** Statement that acquires the migration lock, so that migrations have to wait. */
const MIGRATING = `select pg_advisory_lock(${MIGRATION_LOCK})`;

/**
 * Acquire a lock with `lockStatement`, and run `work`, which has to wait for this lock. When `work` has waited for
 * longer than the site's timeouts, call `ease` (for example, to cancel a statement), and release the lock.
 */
async function whileLocked<T>(
  url: string,
  lockStatement: string,
  work: () => Promise<T>,
  ease = async () => {},
): Promise<T> {
  const holder = new pg.Client({ connectionString: url });
  // Ignore errors of this connection. If the test fails, its database is dropped, which ends the connection with an
  // error.
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('begin');
  await holder.query(lockStatement);
  const done = work();
  try {
    const waits = expect.poll(() => runAsOwner(url, WAITING)).toHaveLength(1);
    await Promise.race([waits, done.then(() => expect.unreachable('the work did not wait for the lock'))]);
    await ease();
  } finally {
    await holder.end();
  }
  return done;
}

describe('a command that waits for a lock longer than the database timeouts', () => {
  let app: TestApp;
  let scratch: string;
  let folder: string;
  const emptySites: EmptySite[] = [];
  const newPlace = async () => {
    const emptySite = await createEmptySite({ more: LIMITS });
    emptySites.push(emptySite);
    return { ...emptySite, url: emptySite.config.databaseUrl ?? '' };
  };
  const url = () => app.site.config.databaseUrl ?? '';

  beforeAll(async () => {
    scratch = temporaryFolder();
    folder = path.join(scratch, 'whole');
    app = await createTestApp({ env: LIMITS });
    await createSampleData(app);
  });
  afterAll(async () => {
    await app.close();
    for (const emptySite of emptySites) await emptySite.remove();
    rmSync(scratch, { recursive: true });
  });

  it('can create a backup in the running server and in a separate process', async () => {
    const made = await whileLocked(url(), 'lock table posts', () =>
      runSiteCommand(app.site, ['backup', folder]),
    );
    expect(made.text).toMatch(/^Backup complete/);
    const again = path.join(scratch, 'again');
    const beside = () => runDataCommand('backup', app.site.config, [again]);
    expect((await whileLocked(url(), 'lock table posts', beside)).text).toMatch(/^Backup complete/);
  });

  it('can verify the ledger', async () => {
    const verified = () => runSiteCommand(app.site, ['ledger', 'verify']);
    expect((await whileLocked(url(), 'lock table coin_ledger', verified)).text).toMatch(
      /^The ledger matches all balances/,
    );
  });

  it('can restore a backup', async () => {
    const { url, config } = await newPlace();
    const restored = await whileLocked(url, MIGRATING, () => runDataCommand('restore', config, [folder]));
    expect(restored.text).toMatch(/^Restored: .* All players must log in again\.$/);
  });

  it('can restore a backup even if the planner statistics cannot be updated', async () => {
    const { url, config } = await newPlace();
    // A lock on this table blocks only ANALYZE. The rest of the restore does not use the table.
    await runAsOwner(url, 'create schema other', 'create table other.held ()');
    const analyzing = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'analyze'`;
    const cancel = async () => expect(await runAsOwner(url, analyzing)).toHaveLength(1);
    const restore = () => runDataCommand('restore', config, [folder]);
    const restored = await whileLocked(url, 'lock table other.held', restore, cancel);
    expect(restored.text).toMatch(/^Restored: .* Run ANALYZE to update them now\.$/);
    await expect(restore()).rejects.toThrow('The database is not empty');
  });
});
