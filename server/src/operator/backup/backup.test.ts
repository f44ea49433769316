import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { type App, buildApp } from '../../app.ts';
import { verifyLedger } from '../../features/coins/service.ts';
import { operatorSocketPath } from '../../platform/db/data-dir.ts';
import { type Db, type Statement, sql } from '../../platform/db/db.ts';
import { migrate, readMigrations } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { openFiles } from '../../platform/files/open-storage.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import { createTestApp, signUpBody, type TestApp, TestBrowser } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { collectAll, hooking } from '../../testing/statements.ts';
import { backUp, runDataCommand, runVerifyBackup } from '../data-commands.ts';
import { listenToOperator } from '../server.ts';
import { BackupFolder } from './backup-folder.ts';
import { createBackup } from './create-backup.ts';
import { isEmpty } from './queries.ts';
import { restoreBackup } from './restore-backup.ts';
import {
  createEmptySite,
  createSampleData,
  type EmptySite,
  rewriteManifest,
  tableDigests,
  UNUSUAL_TEXT,
} from './testing.ts';

const LEFT_OUT = [
  'sessions',
  'session_changes',
  'push_subscriptions',
  'email_tokens',
  'idempotency_keys',
  'sandbox_sessions',
];
const SILENT = pino({ level: 'silent' });
const cli = path.join(import.meta.dirname, '../../cli.ts');

let app: TestApp;
let names: string[];
let scratch: string;
let intactBackup: string;
let output: string;
/**
 * The digests of all tables before the backup. At the end of a backup, its completion time is stored, which changes the
 * digest of a table.
 */
let digests: Record<string, string>;
let listening: { close(): void };

beforeAll(async () => {
  scratch = temporaryFolder();
  app = await createTestApp();
  ({ names } = await createSampleData(app));
  listening = listenToOperator(app.site, operatorSocketPath(app.site.config.dataDir));
  intactBackup = path.join(scratch, 'whole');
  digests = await tableDigests(app.site.db);
  const { dataDir, databaseUrl, sessionSecret } = app.site.config;
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'backup', 'whole'], {
    env: {
      PATH: process.env.PATH,
      INIT_CWD: scratch,
      DATA_DIR: dataDir,
      SESSION_SECRET: sessionSecret,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  });
  output = stdout;
});
afterAll(async () => {
  listening.close();
  await app.close();
  rmSync(scratch, { recursive: true });
});

/** Copy the backup, change the copy, and return its folder. */
function tamperedBackup(name: string, change: (folder: string) => void): string {
  const folder = path.join(scratch, name);
  cpSync(intactBackup, folder, { recursive: true });
  change(folder);
  return folder;
}

/** Create an empty site with an open database for the tests of a suite. */
function openSite(): () => { emptySite: EmptySite; db: Db } {
  let opened: { emptySite: EmptySite; db: Db; close(): Promise<void> };
  beforeAll(async () => {
    const emptySite = await createEmptySite();
    const { db, close } = await openDatabase(emptySite.config);
    opened = { emptySite, db, close };
  });
  afterAll(async () => {
    await opened.close();
    await opened.emptySite.remove();
  });
  return () => opened;
}

const without = (sums: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !LEFT_OUT.includes(name)));

describe('a backup', () => {
  it('is created while the server runs, and is readable only by its owner', async () => {
    expect(output).toMatch(
      /^Backup complete: [\d,]+ rows of \d+ tables, \d+ files with [\d,]+ bytes, in .*whole\n$/,
    );
    const manifest = await new BackupFolder(intactBackup).readManifest();
    const rows = Object.entries(without(digests)).map(([name, sum]) => [name, Number(sum.split(' ')[0])]);
    const { audit_log: entries = 0, ...others } = Object.fromEntries(rows) as Record<string, number>;
    // The backup also contains its own entry in the audit log.
    expect(Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))).toEqual({
      ...others,
      audit_log: entries + 1,
    });
    expect(manifest.tables.find(({ name }) => name === 'fight_inputs')?.rows).toBe(1_203);
    for (const entry of readdirSync(intactBackup, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(path.join(entry.parentPath, entry.name));
      expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
  });

  it('does not overwrite existing files', async () => {
    await expect(
      createBackup(app.site.db, { folder: intactBackup, version: '1', files: null }),
    ).rejects.toThrow('is not empty');
    expect(await new BackupFolder(intactBackup).readManifest()).toMatchObject({ format: 1 });
  });

  it('is a consistent snapshot despite concurrent writes', async () => {
    const folder = path.join(scratch, 'moment');
    const made = createBackup(app.site.db, { folder, version: '1', files: null });
    const players = await Promise.all([app.player(), app.player(), app.player()]);
    expect(players.length).toBe(3);
    await made;
    const { tables } = await new BackupFolder(folder).readManifest();
    const rows = (name: string) => tables.find((table) => table.name === name)?.rows;
    expect(rows('characters')).toBe(rows('users'));
    expect(rows('activity')).toBeGreaterThan(0);
  });

  it('is complete even if the database cannot record it', async () => {
    const folder = path.join(scratch, 'untimed');
    const fail = ({ text }: Statement) =>
      /^insert into (site_settings|audit_log)/.test(text)
        ? Promise.reject(new Error('read-only'))
        : undefined;
    const { db, config, files } = app.site;
    const backup = () => backUp(db, config, files, [folder, '--without-files']);
    const { text, result } = await hooking(app, { before: fail }, backup);
    expect(text).toContain('The database did not store the time of this backup');
    expect(text).toContain('The backup is not in the audit log');
    expect(result).toMatchObject({ isTimeStored: false, isRecorded: false });
    expect(await new BackupFolder(folder).readManifest()).toMatchObject({ format: 1 });
  });

  it('is recorded in the audit log, even if the backup fails', async () => {
    const { db, config, files } = app.site;
    const folder = path.join(scratch, 'recorded');
    const made = await backUp(db, config, files, [folder, '--without-files']);
    expect(made.result).toMatchObject({ isRecorded: true });
    await expect(backUp(db, config, files, [folder])).rejects.toThrow('is not empty');
    const entries = await query(
      db,
      sql`select kind, actor_id, subject from audit_log where subject like ${`${folder}%`} order by id`,
    );
    expect(entries).toEqual([
      { kind: 'backup.begin', actor_id: null, subject: `${folder} --without-files` },
      { kind: 'backup.begin', actor_id: null, subject: folder },
    ]);
  });

  it('deletes its folder if it fails', async () => {
    const folder = path.join(scratch, 'failed');
    const files = Object.assign(Object.create(app.site.files) as FileStorage, {
      getStream: () => Promise.reject(new Error('The disk is gone')),
    });
    await expect(createBackup(app.site.db, { folder, version: '1', files })).rejects.toThrow(
      'The disk is gone',
    );
    expect(readdirSync(scratch)).not.toContain('failed');
  });
});

describe('the verification of a backup', () => {
  it('recomputes the checksums of all tables and files', async () => {
    const { text, result } = await runVerifyBackup([intactBackup]);
    expect(text).toMatch(
      /^The checksums of [\d,]+ rows of \d+ tables match\. The checksums of 3 files match\./,
    );
    expect(result).toMatchObject({ files: 3, bytes: 300_005 });
    const damaged = tamperedBackup('verified', (folder) => rmSync(path.join(folder, 'files/empty')));
    await expect(runVerifyBackup([damaged])).rejects.toThrow('files/empty cannot be read');
  });

  it('fails if a backup that should include files contains none', async () => {
    const { db, config, files } = app.site;
    const backUpTo = async (name: string, ...flags: string[]) => {
      const folder = path.join(scratch, name);
      const none = Object.assign(Object.create(files) as FileStorage, { keys: async function* () {} });
      await backUp(db, config, none, [folder, ...flags]);
      return runVerifyBackup([folder]);
    };
    await expect(backUpTo('no-files')).rejects.toThrow('contains no files of players');
    expect((await backUpTo('without-files', '--without-files')).text).toContain('It was made without files');
  });
});

describe('a restored site', () => {
  let emptySite: EmptySite;
  let site: App;
  beforeAll(async () => {
    emptySite = await createEmptySite();
    expect((await runDataCommand('restore', emptySite.config, [intactBackup])).text).toMatch(
      /^Restored: [\d,]+ rows of \d+ tables, 3 files\. The backup was made at/,
    );
    site = await buildApp(emptySite.config, await openDatabase(emptySite.config), { schedule: false });
    await site.http.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await site.close();
    await emptySite.remove();
  });

  it('has the same rows and files as the backup', async () => {
    const folder = path.join(scratch, 'again');
    const { db, files } = site.site;
    expect((await tableDigests(db)).sessions).toBe('0 ');
    await createBackup(db, { folder, version: '1', files });
    const [before, after] = [
      await new BackupFolder(intactBackup).readManifest(),
      await new BackupFolder(folder).readManifest(),
    ];
    const isUnchanged = ({ name }: { name: string }) => name !== 'site_settings';
    expect(after.tables.filter(isUnchanged)).toEqual(before.tables.filter(isUnchanged));
    expect(after.sequences).toEqual(before.sequences);
    expect(after.files).toMatchObject({ count: 3, list: before.files?.list });
    expect(await files.getBytes('attachments/raw')).toEqual(new Uint8Array([0, 255, 10, 13, 0]));
    const odd = await query(db, sql`select 1 from posts where text = ${`${UNUSUAL_TEXT}1000`}`);
    expect(odd.length).toBe(1);
  });

  it('is not overwritten by another restore', async () => {
    const before = await tableDigests(site.site.db);
    const over = restoreBackup(site.site.db, { folder: intactBackup, files: site.site.files });
    await expect(over).rejects.toThrow('The database is not empty');
    expect(await tableDigests(site.site.db)).toEqual(before);
  });

  it('works like the original site', async () => {
    const { db } = site.site;
    const url = `http://127.0.0.1:${(site.http.app.server.address() as AddressInfo).port}`;
    expect((await new TestBrowser(url).signIn(names[0] as string)).status).toBe(200);
    expect(await verifyLedger(db)).toMatchObject({ players: 3, differences: [] });
    const [last] = await query<{ id: number }>(db, sql`select max(id) as id from users`);
    const made = await new TestBrowser(url).call('POST /api/users', { body: signUpBody('newcomer') });
    expect(made.body.user.id).toBeGreaterThan(last?.id ?? Number.NaN);
    const parts = await query(db, sql`select 1 from username_suffixes where user_id = ${made.body.user.id}`);
    expect(parts.length).toBeGreaterThan(0);
    for (const forbidden of [
      sql`delete from coin_ledger`,
      sql`insert into inventory (user_id, item_id, quantity) values (-1, 1, 1)`,
    ])
      await expect(query(db, forbidden)).rejects.toThrow();
  });
});

describe('a restore', () => {
  const opened = openSite();
  const table = 'tables/users.jsonl.gz';
  const anyFile = (folder: string): string => {
    const files = path.join(folder, 'files');
    const found = readdirSync(files, { recursive: true, withFileTypes: true }).find(
      (entry) => entry.isFile() && entry.name !== 'empty',
    );
    return path.join(found?.parentPath ?? '', found?.name ?? '');
  };
  const flip = (file: string): void => {
    const bytes = readFileSync(file);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };

  it.each<[string, (folder: string) => void, string]>([
    ['a damaged table', (folder) => flip(path.join(folder, table)), 'tables/users'],
    [
      'a truncated table',
      (folder) => truncateSync(path.join(folder, table), statSync(path.join(folder, table)).size - 20),
      'tables/users',
    ],
    ['a missing table', (folder) => rmSync(path.join(folder, table)), 'tables/users'],
    [
      'a table of another backup',
      (folder) => cpSync(path.join(folder, 'tables/activity.jsonl.gz'), path.join(folder, table)),
      'tables/users is damaged',
    ],
    ['a damaged file', (folder) => flip(anyFile(folder)), 'is damaged'],
    ['a missing file', (folder) => rmSync(anyFile(folder)), 'cannot be read'],
    ['a truncated list of files', (folder) => truncateSync(path.join(folder, 'files.jsonl.gz'), 30), 'files'],
    ['an incomplete backup', (folder) => rmSync(path.join(folder, 'manifest.json')), 'no manifest.json'],
    [
      'a changed manifest',
      (folder) => {
        const file = path.join(folder, 'manifest.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"value": 1', '"value": 2'));
      },
      'manifest.json is damaged',
    ],
    [
      'a truncated manifest',
      (folder) => truncateSync(path.join(folder, 'manifest.json'), 100),
      'manifest.json cannot be read',
    ],
    [
      'a newer schema',
      (folder) => rewriteManifest(folder, (manifest) => (manifest.migrations as string[]).push('9999-later')),
      'the unknown migration 9999-later',
    ],
    [
      'a newer format',
      (folder) => rewriteManifest(folder, (manifest) => (manifest.format = 2)),
      'newer version',
    ],
  ])('rejects %s before it changes anything', async (name, change, why) => {
    const folder = tamperedBackup(name.replaceAll(' ', '-'), change);
    const { db, emptySite } = opened();
    const files = await openFiles(emptySite.config, SILENT);
    await expect(restoreBackup(db, { folder, files })).rejects.toThrow(why);
    expect(await isEmpty(db)).toBe(true);
    expect(await files.exists('attachments/raw')).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('rejects a backup without players', async () => {
    const folder = tamperedBackup('no-players', (of) =>
      rewriteManifest(of, (manifest) => {
        for (const table of manifest.tables as { name: string; rows: number }[])
          if (table.name === 'users') table.rows = 0;
      }),
    );
    const { db, emptySite } = opened();
    const files = await openFiles(emptySite.config, SILENT);
    await expect(restoreBackup(db, { folder, files })).rejects.toThrow('no players');
    await expect(runVerifyBackup([folder])).rejects.toThrow('no players');
    expect(await isEmpty(db)).toBe(true);
  });

  it('can be repeated after it has failed while inserting rows', async () => {
    const folder = tamperedBackup('cut-off', () => {});
    const { db, emptySite } = opened();
    const files = await openFiles(emptySite.config, SILENT);
    // While files are restored, delete the backup's file that contains the rows of a table. At this point, all
    // checks have passed, and no rows are inserted yet.
    const cutting = Object.assign(Object.create(files) as FileStorage, {
      putStream: async (...[key, stream]: Parameters<FileStorage['putStream']>) => {
        await files.putStream(key, stream);
        rmSync(path.join(folder, 'tables/posts.jsonl.gz'), { force: true });
      },
      delete: (key: string) => files.delete(key),
    });
    await expect(restoreBackup(db, { folder, files: cutting })).rejects.toThrow('ENOENT');
    expect(await isEmpty(db)).toBe(true);
    expect(await collectAll(files.keys())).toEqual([]);
    expect(await restoreBackup(db, { folder: intactBackup, files })).toMatchObject({ files: 3 });
    expect(await isEmpty(db)).toBe(false);
  });
});

describe('a broken connection during the commit of a restore', () => {
  const opened = openSite();

  it('does not delete the restored files if the database has committed the transaction', async () => {
    const { db, emptySite } = opened();
    const files = await openFiles(emptySite.config, SILENT);
    const breaking: Db = {
      ...db,
      execute: (...args) => db.execute(...args),
      inTransaction: async (work) => {
        await db.inTransaction(work);
        throw new Error('Connection terminated unexpectedly');
      },
    };
    await expect(restoreBackup(breaking, { folder: intactBackup, files })).rejects.toThrow('terminated');
    expect(await isEmpty(db)).toBe(false);
    expect((await collectAll(files.keys())).sort()).toEqual([
      'attachments/raw',
      'empty',
      'photos/1/large.webp',
    ]);
  });
});

describe('the file in DATA_DIR that names the restored copy', () => {
  const marker = ({ config }: EmptySite) => path.join(config.dataDir, 'restored-copy');

  it('is written before the restore changes anything', async () => {
    const emptySite = await createEmptySite();
    mkdirSync(marker(emptySite));
    await expect(runDataCommand('restore', emptySite.config, [intactBackup])).rejects.toThrow('EISDIR');
    const { db, close } = await openDatabase(emptySite.config);
    expect(await isEmpty(db).finally(close)).toBe(true);
    expect(await collectAll((await openFiles(emptySite.config, SILENT)).keys())).toEqual([]);
    await emptySite.remove();
  });
});

describe('a restore to a file store that is not empty', () => {
  it('changes nothing without --use-existing-files', async () => {
    const emptySite = await createEmptySite();
    const files = await openFiles(emptySite.config, SILENT);
    await files.put('attachments/raw', 'of another site');
    await files.put('photos/other.webp', 'of another site');
    await files.put('photos/other.240.webp', 'of another site');
    const restore = (...flags: string[]) =>
      runDataCommand('restore', emptySite.config, [intactBackup, ...flags]);
    await expect(restore()).rejects.toThrow(/^The file store is not empty \(.*\), so nothing was changed/);
    expect(await files.get('attachments/raw')).toBe('of another site');
    expect((await collectAll(files.keys())).sort()).toEqual([
      'attachments/raw',
      'photos/other.240.webp',
      'photos/other.webp',
    ]);
    await expect(restore('--force')).rejects.toThrow('Usage');

    const restored = await restore('--use-existing-files');
    expect(restored.result).toMatchObject({ files: 3, unreferencedFiles: 2 });
    expect(restored.text).toContain('The file store has 2 pictures that this backup does not refer to.');
    expect(await files.getBytes('attachments/raw')).toEqual(new Uint8Array([0, 255, 10, 13, 0]));
    expect(await files.get('photos/other.webp')).toBe('of another site');
    // `anonymize` deletes all files in the file store of a copy. It therefore rejects a copy whose file store was not
    // empty before the restore, because the earlier files could belong to another site.
    const { port } = emptySite.config;
    await expect(runDataCommand('anonymize', emptySite.config, [`127.0.0.1:${port}`])).rejects.toThrow(
      'This copy was not restored to an empty folder, or DATA_DIR is another folder.',
    );
    expect(await files.get('photos/other.webp')).toBe('of another site');
    // The site deletes the pictures that no row refers to, because anyone who knows a picture's address could see it.
    const { site, close } = await buildApp(emptySite.config, await openDatabase(emptySite.config), {
      schedule: false,
    });
    await deleteOrphanedFiles(site.db, site);
    expect((await collectAll(files.keys())).filter((key) => key.startsWith('photos/other'))).toEqual([]);
    expect(await files.exists('photos/1/large.webp')).toBe(true);
    await close();
    await emptySite.remove();
  });

  it('keeps the existing files if it fails', async () => {
    const emptySite = await createEmptySite();
    const files = await openFiles(emptySite.config, SILENT);
    await files.put('attachments/raw', 'of this site');
    const folder = tamperedBackup('cut-off-again', () => {});
    const cutting = Object.assign(Object.create(files) as FileStorage, {
      putStream: () => {
        throw new Error('The disk is full');
      },
    });
    const { db, close } = await openDatabase(emptySite.config);
    await expect(restoreBackup(db, { folder, files: cutting, usesExistingFiles: true })).rejects.toThrow(
      'The disk is full',
    );
    await close();
    expect(await files.get('attachments/raw')).toBe('of this site');
    await emptySite.remove();
  });
});

describe('a backup from an older version', () => {
  const [older, newer] = [openSite(), openSite()];

  it('is migrated to this version', async () => {
    const folder = path.join(scratch, 'older');
    await migrate(older().db);
    const { db: old } = older();
    await query(old, sql`insert into site_settings (name, value) values ('of', 'old')`);
    const empty = createBackup(old, { folder, version: '0.0.1', files: null });
    await expect(empty).rejects.toThrow('The site has no players');
    expect(existsSync(folder)).toBe(false);
    await query(
      old,
      sql`insert into users (username, email, search_text, first_name, last_name, password_hash, consent_at, created_at)
          values ('of_old', 'of@old.example', '', '', '', '', now(), now())`,
    );
    await createBackup(old, { folder, version: '0.0.1', files: null });
    const { db, emptySite } = newer();
    const files = await openFiles(emptySite.config, SILENT);
    const later =
      "create table later (of text); insert into later select value from site_settings where name = 'of'";
    const migrations = { ...(await readMigrations()), '9999-later': later };
    const restored = await restoreBackup(db, { folder, files, migrations });
    expect(restored).toMatchObject({ version: '0.0.1', files: null });
    expect(await query(db, sql`select of from later`)).toEqual([{ of: 'old' }]);
    expect(await migrate(db, { migrations })).toEqual([]);
  });
});
