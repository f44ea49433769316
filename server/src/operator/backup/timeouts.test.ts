import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { runAsOwner } from '../../testing/database.ts';
import { runDataCommand } from '../commands.ts';
import { runCommand } from '../server.ts';
import { createEmptySite, createSampleData, type EmptySite } from './testing.ts';

/** As short as it may be: then the server gives a statement up after 1 s, and the driver its connection after 3. */
const LIMITS = { DATABASE_TIMEOUT_MS: '1000' };
const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '4 s'`;
/** What the migrator takes while it is at work. */
const MIGRATING = 'select pg_advisory_lock(3853314791062309107)';

/** Has `work` wait for what others hold, for longer than the limits of the site; then `ease` lets it go on. */
async function whileLocked<T>(
  url: string,
  hold: string,
  work: () => Promise<T>,
  ease = async () => {},
): Promise<T> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(hold);
  const done = work();
  try {
    const waits = expect.poll(() => runAsOwner(url, WAITING)).toHaveLength(1);
    await Promise.race([done, waits]);
    await ease();
  } finally {
    await holder.end();
  }
  return done;
}

describe('what goes over a whole database', () => {
  let app: TestApp;
  let scratch: string;
  let folder: string;
  const places: EmptySite[] = [];
  const newPlace = async () => {
    const place = await createEmptySite({ more: LIMITS });
    places.push(place);
    return { ...place, url: place.config.databaseUrl ?? '' };
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
    for (const place of places) await place.remove();
    rmSync(scratch, { recursive: true });
  });

  it('is backed up by the server that runs, and beside it, however long it takes', async () => {
    const made = await whileLocked(url(), 'lock table posts', () => runCommand(app.site, ['backup', folder]));
    expect(made).toMatch(/^Backup complete/);
    const again = path.join(scratch, 'again');
    const beside = () => runDataCommand(app.site.config, ['backup', again]);
    expect(await whileLocked(url(), 'lock table posts', beside)).toMatch(/^Backup complete/);
  });

  it('is verified, however long it takes', async () => {
    const verified = () => runCommand(app.site, ['ledger', 'verify']);
    expect(await whileLocked(url(), 'lock table coin_ledger', verified)).toMatch(
      /^The ledger matches all balances/,
    );
  });

  it('is restored, however long it takes', async () => {
    const { url, config } = await newPlace();
    const restored = await whileLocked(url, MIGRATING, () => runDataCommand(config, ['restore', folder]));
    expect(restored).toMatch(/^Restored: .* All players must log in again\.$/);
  });

  it('is restored also where the planner could not be told of it', async () => {
    const { url, config } = await newPlace();
    // The tool knows nothing of it, and asks for all that is there to be looked over.
    await runAsOwner(url, 'create schema other', 'create table other.held ()');
    const analyzing = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'analyze'`;
    const cancel = async () => expect(await runAsOwner(url, analyzing)).toHaveLength(1);
    const restore = () => runDataCommand(config, ['restore', folder]);
    const restored = await whileLocked(url, 'lock table other.held', restore, cancel);
    expect(restored).toMatch(/^Restored: .* Run ANALYZE to update them now\.$/);
    await expect(restore()).rejects.toThrow('The database is not empty');
  });
});
