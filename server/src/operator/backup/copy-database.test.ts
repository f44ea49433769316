import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEAN_ENV } from '../../../../scripts/testing/clean-env.ts';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { buildApp } from '../../app.ts';
import { verifyLedger } from '../../features/coins/service.ts';
import { readConfig } from '../../platform/config.ts';
import { lockDataDir } from '../../platform/db/data-dir.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { createTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { runDataCommand } from '../data-commands.ts';
import { copyDatabase } from './copy-database.ts';
import { isEmpty } from './queries.ts';
import { createEmptySite, createSampleData, type EmptySite, tableDigests } from './testing.ts';

const CLI = path.join(import.meta.dirname, '../../cli.ts');
const SECRET = 'x'.repeat(32);

/** Create a site that has an embedded database and unsent emails, and stop it. Return the digests of its tables. */
async function createEmbeddedSite(emptySite: EmptySite): Promise<Record<string, string>> {
  const app = await createTestApp({
    embedded: emptySite.config.dataDir,
    env: { SMTP_URL: 'smtp://127.0.0.1:1', SESSION_SECRET: SECRET },
  });
  await createSampleData(app);
  await waitFor(async () => {
    const failed = await query(
      app.site.db,
      sql`select 1 from jobs.job where name = 'mail' and state = 'retry'`,
    );
    expect(failed.length).toBe(3);
  });
  const sums = await tableDigests(app.site.db);
  await app.close();
  return sums;
}

describe('migrating from the embedded database', () => {
  it('is rejected while a server uses the data folder, or if the arguments are invalid', async () => {
    const config = readConfig({ DATA_DIR: temporaryFolder() });
    mkdirSync(path.join(config.dataDir, 'postgres'));
    writeFileSync(path.join(config.dataDir, 'postgres/PG_VERSION'), '18');
    const release = await lockDataDir(config.dataDir);
    await expect(runDataCommand('migrate-to', config, ['postgres://x@127.0.0.1:1/x'])).rejects.toThrow(
      'Stop it first',
    );
    release();
    for (const wrong of [[], ['mysql://x'], ['postgres://x', 'y']])
      await expect(runDataCommand('migrate-to', config, wrong)).rejects.toThrow('Usage');
    rmSync(config.dataDir, { recursive: true });
  });
});

const ontoPostgres = (): void => {
  let embedded: EmptySite;
  let emptySite: EmptySite;
  let before: Record<string, string>;
  const url = () => emptySite.config.databaseUrl ?? '';
  const onTarget = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDatabase(emptySite.config);
    return work(db).finally(close);
  };

  beforeAll(async () => {
    embedded = await createEmptySite({ embedded: true });
    emptySite = await createEmptySite();
    before = await createEmbeddedSite(embedded);
  });
  afterAll(async () => {
    await embedded.remove();
    await emptySite.remove();
  });

  it('leaves the target empty if it is interrupted', async () => {
    const source = await openDatabase(embedded.config);
    await onTarget(async (to) => {
      const ended = copyDatabase(source.db, to).then(
        () => 'whole',
        () => 'cut off',
      );
      // Terminate the copy's connection to the target as soon as its transaction has written something.
      await waitFor(
        async () => {
          const cut = await query(
            to,
            sql`select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`,
          );
          expect(cut.length).toBe(1);
        },
        { interval: 1 },
      );
      expect(await ended).toBe('cut off');
      expect(await isEmpty(to)).toBe(true);
    });
    await source.close();
  });

  it('copies every row, and reports the checksum of each table', async () => {
    // Pass the URL in the environment, as operators do to keep the password out of the process list.
    const env = { ...CLEAN_ENV, ...embedded.env, MIGRATE_TO_URL: url() };
    const { stdout: output } = await promisify(execFile)(process.execPath, [CLI, 'migrate-to'], { env });
    expect(output).toMatch(/^posts +1,00\d rows {2}[0-9a-f]{64}$/m);
    expect(output).toMatch(/^fight_inputs +1,203 rows {2}[0-9a-f]{64}$/m);
    expect(output).toContain('The ledger matches all balances');
    const { site_settings: _, ...after } = await onTarget(tableDigests);
    const { site_settings: __, ...due } = before;
    expect(after).toEqual(due);
    expect(Object.keys(after).length).toBeGreaterThan(40);
  });

  it('is rejected if the target is not empty', async () => {
    await expect(runDataCommand('migrate-to', embedded.config, [url()])).rejects.toThrow(
      'The database is not empty',
    );
    await expect(runDataCommand('migrate-to', emptySite.config, [url()])).rejects.toThrow(
      'DATABASE_URL is set',
    );
  });

  it('copies sessions, the ledger and unsent emails', async () => {
    const app = await buildApp(emptySite.config, await openDatabase(emptySite.config), { schedule: false });
    try {
      expect(await verifyLedger(app.site.db)).toMatchObject({ players: 3, differences: [] });
      expect((await query(app.site.db, sql`select 1 from sessions`)).length).toBe(3);
      const mail = path.join(emptySite.config.dataDir, 'mail');
      await waitFor(() => expect(readdirSync(mail).length).toBe(3));
      const first = path.join(mail, readdirSync(mail)[0] ?? '');
      await waitFor(() => expect(readFileSync(first, 'utf8')).toContain('confirm'));
      expect(await query(app.site.db, sql`select 1 from site_settings where name = 'copied_jobs'`)).toEqual(
        [],
      );
    } finally {
      await app.close();
    }
  });
};
// The migration needs a PostgreSQL server.
if (process.env.TEST_DATABASE_URL) describe('migrating to PostgreSQL', ontoPostgres);
