import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { buildApp } from '../app.ts';
import { verifyLedger } from '../features/coins/service.ts';
import { createFullHistory } from '../features/deletion/testing.ts';
import { FEATURES } from '../features/index.ts';
import type { Config } from '../platform/config.ts';
import { type Db, identifier, sql } from '../platform/db/db.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { deleteSetting, RESTORED_SETTING, readSetting } from '../platform/db/site-settings.ts';
import { openFiles } from '../platform/files/open-storage.ts';
import { ALL_ROWS } from '../platform/personal-data/declaration.ts';
import { createTestApp, type TestApp, TestBrowser, type TestPlayer } from '../testing/app.ts';
import { MARK, mark, personalColumns } from '../testing/personal-data.ts';
import { query, queryValue, queryValues } from '../testing/queries.ts';
import { collectAll } from '../testing/statements.ts';
import { FILLS } from '../tests/cases.ts';
import { anonymizeCopy } from './anonymize-copy.ts';
import { createEmptySite, type EmptySite } from './backup/testing.ts';
import { runDataCommand } from './data-commands.ts';
import { runSiteCommand } from './site-commands.ts';

const HOST = 'copy.example';
const folder = path.join(temporaryFolder(), 'backup');
let app: TestApp;
let player: TestPlayer;
let copy: EmptySite;
let config: Config;

/** Return all values of text-like columns of all tables, by table and column. */
async function textsOf(db: Db): Promise<Map<string, Set<string>>> {
  const columns = await query<{ table: string; column: string }>(
    db,
    sql`select table_name as "table", column_name as "column"
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY')`,
  );
  const texts = new Map<string, Set<string>>();
  for (const { table, column } of columns) {
    const values = await queryValues<string>(
      db,
      sql`select distinct ${identifier(column)}::text from ${identifier(table)}
          where ${identifier(column)} is not null and ${identifier(column)}::text not in ('', '[]', '{}')`,
    );
    texts.set(`${table}.${column}`, new Set(values));
  }
  return texts;
}

/** The ledger, and the tables that must match it. */
const LEDGER_TABLES =
  /^(coin_ledger|characters|payment.*|fights|goals|quest_progress|practice_lessons|inventory)$/;

/**
 * Verify the ledger, and return the number of its rows and the differences that the verification found. Some
 * differences are expected, because the fixtures mark rewards as claimed without adding rows to the ledger.
 */
const ledgerOf = async (db: Db) => {
  const { rows, differences } = await verifyLedger(db);
  return { rows, differences: differences.map(({ userId, problem }) => `${userId}: ${problem}`).sort() };
};
let ledger: Awaited<ReturnType<typeof ledgerOf>>;

let before: Map<string, Set<string>>;
let opened: { db: Db; close(): Promise<void> };
let result: { players: number; rows: number; files: number; columns: number };

beforeAll(async () => {
  app = await createTestApp();
  const friend = await app.player();
  player = await app.player();
  await createFullHistory(app, player, friend);
  for (const fill of FILLS) await fill({ app, owner: player, otherPlayer: friend });
  const { db } = app.site;
  await runSiteCommand(app.site, ['user', 'coins', player.username, '7', `${MARK}reason`]);
  await runSiteCommand(app.site, ['user', 'suspend', friend.username, '3', `${MARK}reason`]);
  // `mark` writes recognizable values, which must be missing from the copy. Exclude columns with codes or times,
  // because the copy keeps their values. Exclude `LEDGER_TABLES`, because the written values would not match the
  // ledger.
  const columns = personalColumns(FEATURES).filter(
    ({ table, column, policy }) =>
      policy[2] !== 'unchanged' && !/_(at|until)$/.test(column) && !LEDGER_TABLES.test(table),
  );
  await mark(app.site, player.id, columns);
  before = await textsOf(db);
  ledger = await ledgerOf(db);
  await runSiteCommand(app.site, ['backup', folder]);
  copy = await createEmptySite();
  config = { ...copy.config, publicUrl: new URL(`https://${HOST}`) };
  await runDataCommand('restore', config, [folder]);
}, slowTestTimeout(60_000));
afterAll(async () => {
  await opened?.close();
  await copy.remove();
  await app.close();
  rmSync(path.dirname(folder), { recursive: true });
});

const anonymize = (of = config, host = HOST) => runDataCommand('anonymize', of, [host]);

/**
 * Columns that contain only codes, such as the kind of an activity or the seed of a fight. Their values may also appear
 * in the copy. Every other text of the original must be missing from the copy.
 */
const CODES = new Set([
  'account_deletions.step',
  'activity.type',
  'chat_messages.type',
  'chat_reactions.emoji',
  'coin_ledger.reason',
  // In a copy, this column contains only references such as `fight:7` or `item:4x2`. The operator's reasons for
  // adjustments are deleted.
  'coin_ledger.reference',
  'coin_ledger.idempotency_key',
  'fight_choices.move',
  'fight_choices.side',
  'fight_inputs.input',
  'fight_settings.live_challenges',
  'fight_settings.lines',
  'fight_settings.temperament',
  'fight_settings.watchers',
  'fights.attacker_nonce',
  'fights.defender_nonce',
  'fights.live',
  'fights.seed',
  'fights.seed_hash',
  'fights.inputs_hash',
  'fights.state',
  'fights.status',
  'goal_progress.counts',
  'goal_progress.day',
  'goal_progress.freeze_week',
  'goal_progress.seen',
  'goal_progress.streak_on',
  // In a copy, every time zone is UTC. Players of the original can have this time zone, too.
  'goal_progress.time_zone',
  'goal_progress.visited_on',
  'goal_progress.week',
  'goals.goal',
  'goals.period',
  'goals.starts_on',
  'message_reactions.emoji',
  'payment_disputes.state',
  'payment_events.type',
  'payments.currency',
  'payments.pack',
  'payments.provider',
  'payments.status',
  'practice_lessons.lesson',
  'quest_progress.claimed',
  'quest_progress.done',
  'safety_settings.challenges',
  'safety_settings.comments',
  'safety_settings.messages',
  'safety_settings.online',
  'safety_settings.search',
  'titles.title',
  'users.role',
]);

describe('the command anonymize', () => {
  it('is rejected without the correct hostname of the site', async () => {
    await expect(anonymize(config, 'rivalhold.example')).rejects.toThrow(
      `This site is ${HOST}, not rivalhold.example. Nothing was changed.`,
    );
    await expect(runDataCommand('anonymize', config, [])).rejects.toThrow('Usage');
  });

  it('is rejected for a site that uses an object store', async () => {
    const s3 = {
      endpoint: new URL('http://127.0.0.1:1'),
      bucket: 'b',
      region: 'r',
      accessKeyId: 'k',
      secretAccessKey: 's',
    };
    await expect(anonymize({ ...config, s3 })).rejects.toThrow(
      /object store|does not respond|unavailable|busy/,
    );
  });

  it('is rejected while a server runs on the site, and after a server has run on the restored copy', async () => {
    await expect(anonymize({ ...app.site.config, publicUrl: config.publicUrl })).rejects.toThrow(
      /is running on this database|is using this data folder/,
    );
    const used = await createEmptySite();
    const usedConfig = { ...used.config, publicUrl: config.publicUrl };
    await runDataCommand('restore', usedConfig, [folder]);
    const database = await openDatabase(usedConfig);
    await deleteSetting(database.db, RESTORED_SETTING);
    await database.close();
    await expect(anonymize(usedConfig)).rejects.toThrow('This is not a restored copy');
    await used.remove();
  });

  it('does not delete files outside the folder of the restored copy', async () => {
    const elsewhere = { ...config, dataDir: temporaryFolder() };
    if (config.databaseUrl === null) cpSync(config.dataDir, elsewhere.dataDir, { recursive: true });
    rmSync(path.join(elsewhere.dataDir, 'restored-copy'), { force: true });
    const files = await openFiles(elsewhere, app.site.log);
    await files.put('photos/other.webp', 'of another site');
    await expect(anonymize(elsewhere)).rejects.toThrow('or DATA_DIR is another folder. Nothing was changed');
    expect(await files.exists('photos/other.webp')).toBe(true);
    rmSync(elsewhere.dataDir, { recursive: true });
  });

  it('never runs twice at the same time', async () => {
    const both = await Promise.allSettled([anonymize(), anonymize()]);
    const done = both.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.result as typeof result] : [],
    );
    const refusals = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    for (const refusal of refusals)
      expect(refusal).toMatch(/is running on this database|is using this data folder/);
    // On PostgreSQL, the second command waits a short time for the first command to end. If the first command ends in
    // time, both commands succeed, and the second command finds no files.
    const [first, ...repeated] = done.sort((one, other) => other.files - one.files);
    if (!first) throw new Error('Both commands were refused');
    result = first;
    expect(repeated.every(({ files }) => files === 0)).toBe(true);
    expect(result.players).toBeGreaterThan(4);
    expect(result.files).toBeGreaterThan(10);
    expect((await anonymize()).result).toMatchObject({ players: result.players, files: 0 });
    opened = await openDatabase(config);
  });
});

describe('an anonymized copy', () => {
  it('contains no original text', async () => {
    const after = await textsOf(opened.db);
    const names = [player.username, MARK, '@example.com'];
    for (const [column, values] of after)
      for (const value of values) for (const name of names) expect(`${column}: ${value}`).not.toContain(name);
    const declared = new Set(
      FEATURES.flatMap(({ personalData }) =>
        Object.entries(personalData?.tables ?? {}).flatMap(([table, policy]) =>
          'notPersonal' in policy ? [] : Object.keys(policy.columns).map((column) => `${table}.${column}`),
        ),
      ),
    );
    const survivors = [...after].flatMap(([column, values]) => {
      if (!declared.has(column)) return [];
      const original = before.get(column) ?? new Set();
      return [...values].some((value) => original.has(value)) ? [column] : [];
    });
    // Ignore the suffixes of names, because a suffix of an invented name can by chance equal a suffix of an original
    // name.
    const unexpected = survivors.filter(
      (column) => !CODES.has(column) && column !== 'username_suffixes.suffix',
    );
    expect(unexpected).toEqual([]);
    // The test is useful only if the original has texts in most columns.
    const filled = [...declared].filter((column) => (before.get(column)?.size ?? 0) > 0);
    expect(filled.length).toBeGreaterThan(90);
  });

  it('contains no sessions, tokens, notifications, reports or files', async () => {
    const { db } = opened;
    expect(await queryValue(db, sql`select count(age)::integer from users`)).toBe(0);
    for (const table of [
      'sessions',
      'email_tokens',
      'passkeys',
      'authenticators',
      'recovery_codes',
      'push_subscriptions',
      'push_settings',
      'idempotency_keys',
      'address_sanctions',
      'reserved_usernames',
      'notifications',
      'reports',
      'photos',
      'attachments',
      'removed_rows',
      'data_exports',
    ])
      expect([table, await queryValue(db, sql`select count(*)::integer from ${identifier(table)}`)]).toEqual([
        table,
        0,
      ]);
    expect(await query(db, sql`select kind, actor_id from audit_log`)).toEqual(
      expect.arrayContaining([{ kind: 'site.anonymize', actor_id: null }]),
    );
    expect(await queryValues(db, sql`select distinct kind from audit_log`)).toEqual(['site.anonymize']);
    expect(await queryValues(db, sql`select name from site_settings order by name`)).toEqual(
      ['installation', RESTORED_SETTING].sort(),
    );
    const installation = (site: Db) =>
      queryValue<string>(site, sql`select value from site_settings where name = 'installation'`);
    expect(await installation(db)).not.toBe(await installation(app.site.db));
    const files = await openFiles(config, app.site.log);
    expect(await collectAll(files.keys())).toEqual([]);
  });

  it('has append-only tables, although their rows can be anonymized', async () => {
    const { db } = opened;
    const rows = () => queryValue<number>(db, sql`select count(*)::integer from rating_changes`);
    expect(await rows()).toBeGreaterThan(0);
    // The tests above show that the rows of `coin_ledger` and `audit_log` change. The declared policies leave
    // `rating_changes` unchanged, so anonymize the copy again, with a policy that deletes its rows.
    const tables = FEATURES.find(({ name }) => name === 'ratings')?.personalData?.tables;
    const policy = tables?.rating_changes;
    if (!tables || !policy) throw new Error('The table rating_changes is not declared');
    tables.rating_changes = { ...policy, notInCopy: ALL_ROWS };
    try {
      const copyId = await readSetting(db, RESTORED_SETTING);
      await anonymizeCopy(db, { files: await openFiles(config, app.site.log), copyId: copyId ?? null });
    } finally {
      tables.rating_changes = policy;
    }
    expect(await rows()).toBe(0);
    for (const table of ['coin_ledger', 'rating_changes', 'audit_log'])
      await expect(query(db, sql`delete from ${identifier(table)}`), table).rejects.toThrow('append-only');
  });

  it('has the same ledger, and lets a player log in only after a password reset', async () => {
    await opened.close();
    const site = await buildApp({ ...config, publicUrl: null }, await openDatabase(config), {
      schedule: false,
    });
    try {
      expect(await ledgerOf(site.site.db)).toEqual(ledger);
      await site.http.app.listen({ port: 0, host: '127.0.0.1' });
      const url = site.http.app.listeningOrigin;
      const name = await queryValue<string>(
        site.site.db,
        sql`select username from users where id = ${player.id}`,
      );
      expect(name).toMatch(/^[A-Z][a-z]+_\d+$/);
      const browser = new TestBrowser(url);
      expect((await browser.signIn(name)).status).toBe(401);
      const { result: made } = await runSiteCommand(site.site, ['user', 'reset-password', name, '--print']);
      const token = (made as { link: string }).link.split('/').at(-1) ?? '';
      const body = { newPassword: 'for the copy' };
      expect(
        (await browser.call('POST /api/users/reset-password/{token}', { params: { token }, body })).status,
      ).toBe(200);
      expect((await browser.signIn(name, 'for the copy')).status).toBe(200);
      for (const key of [
        'GET /api/dms',
        'GET /api/feed',
        'GET /api/dashboard',
        'GET /api/combat/fights',
      ] as const)
        expect([key, (await browser.call(key, { query: {} } as never)).status]).toEqual([key, 200]);
      const fights = await browser.call('GET /api/combat/fights', { query: {} } as never);
      expect(JSON.stringify(fights.body)).not.toContain(player.username);
    } finally {
      await site.close();
    }
    opened = await openDatabase(config);
  });
});
