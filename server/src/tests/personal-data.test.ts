import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { RETENTION } from '@rivalhold/shared/retention.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { listFiles } from '../features/attachments/testing.ts';
import { erase } from '../features/deletion/service.ts';
import { deleteWithoutJob, findText } from '../features/deletion/testing.ts';
import { writeArchive } from '../features/exports/archive.ts';
import { unpack } from '../features/exports/testing.ts';
import { FEATURES } from '../features/index.ts';
import { identifier, sql } from '../platform/db/db.ts';
import { storeFiles } from '../platform/files/stored-files.ts';
import type { DataPolicy } from '../platform/personal-data/declaration.ts';
import type { Feature } from '../platform/site.ts';
import { type TestPlayer, useTestApp } from '../testing/app.ts';
import {
  declarationErrors,
  exportErrors,
  leftOf,
  MARK,
  mark,
  type PersonalColumn,
  personalColumns,
  snapshot,
} from '../testing/personal-data.ts';
import { query } from '../testing/queries.ts';
import { createFullPlayer } from './cases.ts';

const app = useTestApp();
let friend: TestPlayer;
beforeAll(async () => {
  friend = await app.player();
});

/**
 * Erased or exported columns that cannot have a recognizable value, such as states, JSON and file keys. For these
 * columns, the tests use the values that `createFullHistory` and `fill` write.
 */
const UNMARKED = {
  erased: [
    'users.username_key',
    'sessions.verified_by',
    'email_tokens.kind',
    'idempotency_keys.response',
    'passkeys.public_key',
    'passkeys.transports',
    'new_account_actions.times',
    'photos.file_key',
    'photos.thumb_key',
    'attachments.file_key',
    'attachments.thumb_key',
    'clips.kind',
    'clips.file_key',
    'clips.thumb_key',
    'inventory.item_id',
    'quest_progress.done',
    'quest_progress.claimed',
    'goals.period',
    'goals.target',
    'goals.progress',
    'goal_progress.seen',
    'goal_progress.counts',
    'purchase_limits.packs_per_day',
    'fights.setup',
    'fight_settings.lines',
    'fight_settings.live_challenges',
    'fight_settings.watchers',
    'notifications.type',
    'notifications.actor_ids',
    'notifications.collapse_key',
    'notifications.content_keys',
    'safety_settings.messages',
    'safety_settings.challenges',
    'safety_settings.comments',
    'safety_settings.search',
    'safety_settings.online',
    'data_exports.state',
    'data_exports.file_key',
    'decisions.kind',
    'appeals.outcome',
    'removed_rows.data',
    'removed_files.private_file_key',
  ],
  exported: [
    'sessions.verified_by',
    'email_tokens.kind',
    'passkeys.transports',
    'clips.kind',
    'inventory.item_id',
    'coin_ledger.amount',
    'coin_ledger.balance',
    'coin_ledger.reason',
    'coin_ledger.created_at',
    'quest_progress.done',
    'quest_progress.claimed',
    'goals.period',
    'goals.target',
    'goals.progress',
    'goal_progress.seen',
    'goal_progress.counts',
    'payments.pack',
    'payments.status',
    'payments.owed_coins',
    'purchase_limits.packs_per_day',
    'posts.gif_url',
    'posts.youtube_id',
    'fights.status',
    'fight_settings.lines',
    'fight_settings.live_challenges',
    'fight_settings.watchers',
    'rating_changes.fight_id',
    'rating_changes.won',
    'rating_changes.rating_before',
    'rating_changes.deviation_before',
    'rating_changes.volatility_before',
    'rating_changes.opponent_rating',
    'rating_changes.opponent_deviation',
    'rating_changes.rating_after',
    'rating_changes.deviation_after',
    'rating_changes.volatility_after',
    'rating_changes.changed_at',
    'chat_messages.type',
    'notifications.type',
    'safety_settings.messages',
    'safety_settings.challenges',
    'safety_settings.comments',
    'safety_settings.search',
    'safety_settings.online',
    'decisions.kind',
    'appeals.outcome',
    'removed_rows.data',
    'reports.state',
  ],
};

const fullPlayer = () => createFullPlayer(app, friend);

/** Return the keys of all stored files. */
const storedKeys = (): string[] =>
  listFiles(app)
    .filter((name) => name.startsWith('files/'))
    .map((name) => name.slice('files/'.length));

const STORAGE = FEATURES.flatMap(({ personalData }) => Object.entries(personalData?.storage ?? {}));
const PREFIXES = STORAGE.map(([prefix]) => prefix);
/** Count the file keys by prefix. */
function byPrefix(keys: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) {
    const prefix = key.slice(0, key.indexOf('/') + 1);
    counts[prefix] = (counts[prefix] ?? 0) + 1;
  }
  return counts;
}
const policyOf = (prefix: string): DataPolicy | undefined => {
  const policy = STORAGE.find(([of]) => of === prefix)?.[1];
  return policy === undefined || 'notPersonal' in policy ? undefined : policy;
};

/** Return all features, with an additional declaration: the column is exported and erased. */
const declaring = (table: string, column: string): Feature[] =>
  FEATURES.map((feature) => {
    const policy = feature.personalData?.tables?.[table];
    if (!policy || 'notPersonal' in policy) return feature;
    const columns = { ...policy.columns, [column]: ['erased', true] as const };
    const tables = { ...feature.personalData?.tables, [table]: { ...policy, columns } };
    return { ...feature, personalData: { ...feature.personalData, tables } };
  });

/** Return all features, but with the table declared as not personal. */
const declaringNotPersonal = (table: string): Feature[] =>
  FEATURES.map((feature) => {
    const { personalData } = feature;
    if (!personalData?.tables?.[table]) return feature;
    const tables = { ...personalData.tables, [table]: { notPersonal: 'for this test' } };
    return { ...feature, personalData: { ...personalData, tables } };
  });

/** Run `work` with an additional column `users.planted`. */
async function withPlantedColumn(work: () => Promise<void>): Promise<void> {
  await query(app.site.db, sql`alter table users add column planted text not null default ''`);
  await work().finally(() => query(app.site.db, sql`alter table users drop column planted`));
}

describe('the declarations of personal data', () => {
  it('every column of the database is declared', async () => {
    expect(await declarationErrors(app.site.db, FEATURES)).toEqual([]);
  });

  it('a new column or table must be declared', async () => {
    await withPlantedColumn(async () => {
      expect(await declarationErrors(app.site.db, FEATURES)).toEqual(['users.planted']);
      expect(await declarationErrors(app.site.db, declaring('users', 'planted'))).toEqual([]);
    });
    expect(await declarationErrors(app.site.db, declaring('users', 'planted'))).toEqual([
      'users.planted does not exist',
    ]);
    // `blocks` has foreign keys to `users`. The other tables contain player ids without a foreign key.
    for (const table of ['blocks', 'coin_ledger', 'fights'])
      expect(await declarationErrors(app.site.db, declaringNotPersonal(table))).toEqual([
        `${table} is declared as not personal, and refers to users`,
      ]);
    const withoutPhotos = FEATURES.filter(({ name }) => name !== 'photos');
    expect(await declarationErrors(app.site.db, withoutPhotos)).toContain('photos.caption');
  });

  it('a file is not stored if the prefix of its key is not declared', async () => {
    const store = (key: string) =>
      storeFiles(app.site.db, app.site, [{ key, bytes: Buffer.from('planted') }], async () => {});
    await expect(store('planted/file.txt')).rejects.toThrow('planted/');
    expect(storedKeys()).not.toContain('planted/file.txt');
  });

  it('a table declared as not personal contains no player id in JSON', async () => {
    await fullPlayer();
    const tables = FEATURES.flatMap(({ personalData }) => Object.entries(personalData?.tables ?? {}))
      .filter(([, policy]) => 'notPersonal' in policy)
      .map(([table]) => table);
    const columns = await query<{ table: string; column: string }>(
      app.site.db,
      sql`select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and data_type = 'jsonb' and table_name = any (${tables}::text[])`,
    );
    for (const { table, column } of columns) {
      const withId = sql`select 1 from ${identifier(table)}
        where jsonb_path_exists(${identifier(column)}, '$.**.userId')`;
      expect(await query(app.site.db, withId), `${table}.${column}`).toEqual([]);
    }
  });
});

describe('account deletion', () => {
  it('erases every column declared as erased', async () => {
    // Nothing erases the column `users.planted`, so both the check of the erased columns and the search for marked text
    // must report it. The search must also report two columns of `address_sanctions`, but nothing else.
    await withPlantedColumn(async () => {
      const player = await fullPlayer();
      const erased = personalColumns(declaring('users', 'planted')).filter(
        ({ policy: [it] }) => it === 'erased',
      );
      expect(await mark(app.site, player.id, erased)).toEqual(UNMARKED.erased);
      const before = await snapshot(app.site.db, player.id, erased);
      await deleteWithoutJob(app, player);
      await erase(app.site, player.id);
      expect(await leftOf(app.site.db, before, erased)).toEqual(['users.planted']);
      expect(await findText(app, MARK)).toEqual([
        // Active sanctions stay stored for the email address, so that they apply to a later account with the same
        // address.
        'address_sanctions.mute_reason',
        'address_sanctions.suspension_reason',
        'users.planted',
      ]);
    });
  });

  it('deletes every kind of file declared as erased', async () => {
    const erased = PREFIXES.filter((prefix) => policyOf(prefix)?.[0] === 'erased');
    const before = storedKeys();
    const made = () => byPrefix(storedKeys().filter((key) => !before.includes(key)));
    const player = await fullPlayer();
    expect(Object.keys(made()).filter((prefix) => !PREFIXES.includes(prefix))).toEqual([]);
    expect(Object.keys(made())).toEqual(expect.arrayContaining(erased));
    await deleteWithoutJob(app, player);
    await erase(app.site, player.id);
    // Only the friend's files remain: three files of a photo, and two files of a clip.
    await waitFor(() => expect(made()).toEqual({ 'photos/': 3, 'clips/': 2 }));
  });
});

describe('a data export', () => {
  async function packed({ id: userId }: TestPlayer): Promise<Map<string, string>> {
    const path = join(app.site.config.dataDir, `export-${userId}.zip`);
    await writeArchive(app.site, { userId, path, beat: async () => {} });
    return unpack(await readFile(path));
  }

  it('contains every column declared as exported, and no secret', async () => {
    // The column `users.planted` is not exported. The email is exported, although this test declares it as a
    // secret. The check must report exactly these two errors.
    await withPlantedColumn(async () => {
      const player = await fullPlayer();
      const columns = personalColumns(declaring('users', 'planted'));
      const exported = columns.filter(({ policy: [, it] }) => it === true || 'as' in it);
      expect(await mark(app.site, player.id, exported)).toEqual(UNMARKED.exported);
      const policy: DataPolicy = ['erased', { secret: 'for this test' }];
      const email: PersonalColumn = {
        table: 'users',
        column: 'email',
        rows: (id: number) => sql`id = ${id}`,
        retention: 'account',
        section: 'account',
        policy,
      };
      const all = { columns: [...columns, email], entries: await packed(player) };
      expect(await exportErrors(app.site.db, player.id, all)).toEqual([
        'users.planted is not at account.planted',
        'users.email is in the export',
      ]);
    });
  });

  it('lists every column with personal data', async () => {
    const player = await app.player();
    const listed = JSON.parse((await packed(player)).get('columns.json') ?? '') as {
      table: string;
      column: string;
      exportedAs: string | null;
      omittedBecause: string | null;
      retentionPeriod: string;
    }[];
    const columns = personalColumns(FEATURES);
    expect(listed.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      columns.map(({ table, column }) => `${table}.${column}`).sort(),
    );
    expect(listed.filter((one) => (one.exportedAs === null) === (one.omittedBecause === null))).toEqual([]);
    expect(listed.find(({ table, column }) => table === 'sessions' && column === 'address')).toEqual({
      table: 'sessions',
      column: 'address',
      exportedAs: 'sessions.address',
      omittedBecause: null,
      retentionPeriod: RETENTION.sessions.period,
    });
  });

  it('contains exactly the kinds of files that are declared as exported', async () => {
    const before = storedKeys();
    const player = await fullPlayer();
    const made = storedKeys().filter((key) => !before.includes(key));
    const entries = [...(await packed(player)).values()];
    const exported = new Set<string>();
    for (const key of made) {
      const content = (await buffer(await app.site.files.getStream(key))).toString('latin1');
      if (entries.includes(content)) exported.add(key.slice(0, key.indexOf('/') + 1));
    }
    expect([...exported].sort()).toEqual(PREFIXES.filter((prefix) => policyOf(prefix)?.[1] === true).sort());
  });
});
