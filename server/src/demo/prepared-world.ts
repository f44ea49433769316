import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { addDays, localDate, mondayOf } from '@rivalhold/shared/time-zones.ts';
import Type, { type Static } from 'typebox';
import { weekOf } from '../features/game/service.ts';
import {
  prepareSession,
  readLines,
  type SequenceValue,
  sequencesOf,
  setSequences,
  storeLines,
  type TableInfo,
  tablesOf,
} from '../operator/backup/queries.ts';
import { manualClock } from '../platform/clock.ts';
import { siteUrl } from '../platform/config.ts';
import { column } from '../platform/db/columns.ts';
import {
  execute,
  identifier,
  join,
  query,
  queryValue,
  sql,
  type Tx,
  transaction,
} from '../platform/db/db.ts';
import { saveSettingIfMissing } from '../platform/db/site-settings.ts';
import type { Site } from '../platform/site.ts';
import { CLIP_IMAGES, createDemoClips } from './clips.ts';
import { GALLERY_IMAGES } from './content/images.ts';
import { createDemoGallery } from './gallery.ts';
import { type DemoCast, historyOf, replayHistory } from './history.ts';
import { portraitOf, portraitPaths } from './portraits.ts';
import { imageSvg } from './publish-images.ts';
import { deterministicSecrets } from './replay.ts';
import { ALL_PLAYERS } from './roster.ts';
import { DEMO_SETTINGS } from './settings.ts';

/** The folder with the prepared world, which `npm run demo:prepare` writes. */
export const PREPARED_WORLD = path.join(import.meta.dirname, '../../prepared-world');
const ROWS_FILE = path.join(PREPARED_WORLD, 'rows.jsonl.br');
const FILES_FOLDER = path.join(PREPARED_WORLD, 'files');

/**
 * The time at which the prepared history ends. The date is arbitrary, because the file contains only times relative to
 * it. The time is noon, so that goals can be completed on the last day, too.
 */
export const PREPARED_AT = new Date('2026-01-07T12:00:00Z');
const PREPARED_URL = new URL('https://prepared.invalid');

type Columns = TableInfo['columns'];
/**
 * A table with its rows as lines (see `readLines`). In the lines, placeholders replace values that depend on the site
 * or its current time.
 */
type PreparedTable = { name: string; columns: Columns; lines: string[] };
export type PreparedWorld = {
  /** Digest of the events and drawings from which the world was prepared. */
  source: string;
  sequences: SequenceValue[];
  tables: PreparedTable[];
};

/** Tables that are not prepared. Either triggers fill them, or they do not belong to the demo world. */
const EXCLUDED_TABLES = new Set(['username_suffixes', 'forum_anchor_changes', 'site_settings']);
/** The only prepared table into which migrations also insert rows. */
const FILLED_BY_MIGRATIONS = 'forum_categories';
/**
 * Columns of the table `characters` that depend on the current week. Their values are computed when the world is
 * loaded.
 */
const COUNTED_COLUMNS = new Set(['weekly_wins', 'win_week']);

/**
 * Return a digest of the history and the drawings from which the world is prepared. It does not cover the code of the
 * service functions.
 */
export function sourceDigest(): string {
  const source = JSON.stringify([
    historyOf(ALL_PLAYERS, PREPARED_AT.getTime()),
    ALL_PLAYERS.map(portraitOf),
    [GALLERY_IMAGES, CLIP_IMAGES].map((images) => [images, images.map(imageSvg)]),
  ]);
  return createHash('sha256').update(source).digest('hex');
}

/**
 * Replay the history that ends at `PREPARED_AT` on a site without players, add its photos and clips, and return the
 * prepared world. If `until` is an earlier time, replay only the events before it, and add no photos and clips.
 */
export async function prepareWorld(site: Site, until = PREPARED_AT): Promise<PreparedWorld> {
  const past: Site = {
    ...site,
    clock: manualClock(PREPARED_AT),
    config: { ...site.config, publicUrl: PREPARED_URL },
    secrets: { ...site.secrets, ...deterministicSecrets() },
  };
  const cast: DemoCast = {
    players: ALL_PLAYERS,
    password: 'not in the file',
    passwordHash: 'not in the file',
    avatars: portraitPaths(ALL_PLAYERS.map(portraitOf)),
  };
  const events = historyOf(ALL_PLAYERS, PREPARED_AT.getTime()).filter(({ at }) => at < until.getTime());
  const before = await transaction(site.db, async (tx) => {
    const tables = await readWorld(tx, past);
    await replayHistory(tx, past, cast, events);
    return tables;
  });
  if (until === PREPARED_AT) {
    // Publish the images one after another, so that their files have the same keys in each run.
    await createDemoGallery(past);
    await createDemoClips(past);
  }
  return transaction(site.db, async (tx) => {
    const after = await readWorld(tx, past);
    const tables = after.filter(({ lines }, n) => lines.join() !== before[n]?.lines.join());
    const sequences = (await sequencesOf(tx)).filter(({ value }) => value !== null);
    return { source: sourceDigest(), sequences, tables: inInsertionOrder(tables, await referencesOf(tx)) };
  });
}

/**
 * Read all tables except `EXCLUDED_TABLES`, with placeholders for values that depend on the site or its current time.
 */
export async function readWorld(tx: Tx, site: Site): Promise<PreparedTable[]> {
  await prepareSession(tx);
  const tables: PreparedTable[] = [];
  for (const table of await tablesOf(tx)) {
    if (EXCLUDED_TABLES.has(table.name)) continue;
    const columns = table.columns.filter(({ name }) => !COUNTED_COLUMNS.has(name));
    const lines: string[] = [];
    for await (const batch of readLines(tx, { ...table, columns }))
      lines.push(...batch.map((line) => withPlaceholders(line, { ...table, columns }, site)));
    tables.push({ name: table.name, columns, lines });
  }
  return tables;
}

const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00/g;
const DATE = /\b\d{4}-\d\d-\d\d\b/g;
/** A time in JSON, in ms since 1970. */
const TIME_MS = /\b\d{13}\b/g;

function withPlaceholders(line: string, { name: table, columns }: TableInfo, site: Site): string {
  const values = JSON.parse(line) as (string | null)[];
  const now = site.clock.now().getTime();
  const isWeekly = table === 'goals' && values.includes('week');
  const replaced = values.map((value, n) => {
    const { name, type } = columns[n]!;
    if (value === null) return null;
    if (name === 'password_hash') return '{password}';
    if (name === 'day_ends_at')
      return value.replace(TIME, (time) => `{midnight ${daysFrom(now, time.slice(0, 10))}}`);
    if (type.startsWith('timestamp'))
      return value.replaceAll(TIME, (time) => `{time ${Date.parse(time.replace('+00', 'Z')) - now}}`);
    if (type === 'jsonb') return value.replaceAll(TIME_MS, (ms) => `{ms ${Number(ms) - now}}`);
    const isWeek = name.endsWith('week') || (isWeekly && name === 'starts_on');
    return value
      .replaceAll(siteUrl(site.config), '{site}')
      .replaceAll(DATE, (date) =>
        isWeek ? `{week ${daysFrom(now, date, mondayOf) / 7}}` : `{day ${daysFrom(now, date)}}`,
      );
  });
  return JSON.stringify(replaced);
}

/**
 * Return the number of days from today to a date. First apply `begin` to both days, for example to replace
 * each day by the Monday of its week.
 */
const daysFrom = (now: number, date: string, begin = (day: string) => day): number =>
  (Date.parse(begin(date)) - Date.parse(begin(today(now)))) / DAY;

const today = (now: number): string => localDate(new Date(now), 'UTC');

const Reference = Type.Object({ from: column.text, to: column.text });
type Reference = Static<typeof Reference>;

const referencesOf = (tx: Tx): Promise<Reference[]> =>
  query(
    tx,
    Reference,
    sql`select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and conrelid <> confrelid`,
  );

/** Sort tables so that each table comes after the tables to which its foreign keys refer. */
function inInsertionOrder(
  tables: readonly PreparedTable[],
  references: readonly Reference[],
): PreparedTable[] {
  const sorted: PreparedTable[] = [];
  const isWaiting = (name: string) => tables.some((table) => table.name === name && !sorted.includes(table));
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name }) =>
        isWaiting(name) && !references.some(({ from, to }) => from === name && to !== name && isWaiting(to)),
    );
    if (ready.length === 0) throw new Error('Foreign keys form a cycle');
    sorted.push(...ready);
  }
  return sorted;
}

/**
 * Replace the contents of the folder `PREPARED_WORLD`. First write the files of the site's photos and clips. Then
 * write compressed JSON lines: the digest and sequences, and each table followed by its rows. Return the number of
 * rows.
 */
export async function writePreparedWorld(
  { tables, ...head }: PreparedWorld,
  { files }: Site,
): Promise<number> {
  await rm(PREPARED_WORLD, { recursive: true, force: true });
  for await (const key of files.keys()) {
    const file = path.join(FILES_FOLDER, key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await files.getBytes(key));
  }
  const lines = [
    JSON.stringify(head),
    ...tables.flatMap(({ name, columns, lines }) => [JSON.stringify({ name, columns }), ...lines]),
  ];
  await writeFile(ROWS_FILE, brotliCompressSync(lines.join('\n')));
  return lines.length - tables.length - 1;
}

/** Read the prepared world from the folder `PREPARED_WORLD`. */
export async function readPreparedWorld(): Promise<PreparedWorld> {
  const [head = '', ...lines] = brotliDecompressSync(await readFile(ROWS_FILE))
    .toString()
    .split('\n');
  const tables: PreparedTable[] = [];
  for (const line of lines) {
    if (line.startsWith('{')) tables.push({ ...JSON.parse(line), lines: [] });
    else tables.at(-1)?.lines.push(line);
  }
  return { ...JSON.parse(head), tables };
}

/** Return the keys of the files of the prepared photos and clips. */
export const preparedFileKeys = async (): Promise<string[]> =>
  (await readdir(FILES_FOLDER, { recursive: true })).filter((key) => key.endsWith('.webp')).sort();

/**
 * Insert the rows of the prepared world as if its history had ended now, and store its files. Return false, and
 * change nothing, if any of its tables except `FILLED_BY_MIGRATIONS` already has rows.
 */
export async function loadPreparedWorld(
  tx: Tx,
  site: Site,
  { passwordHash }: Pick<DemoCast, 'passwordHash'>,
): Promise<boolean> {
  const { tables, sequences } = await readPreparedWorld();
  if (await hasRows(tx, tables)) return false;
  // Players can sign up on other nodes. This lock waits for sign-ups in progress, and blocks new sign-ups until the end
  // of the transaction.
  await execute(tx, sql`lock table users in share row exclusive mode`);
  if (await hasRows(tx, tables)) return false;
  const now = site.clock.now();
  await execute(tx, sql`delete from ${identifier(FILLED_BY_MIGRATIONS)}`);
  for (const table of tables)
    await storeLines(
      tx,
      table,
      table.lines.map((line) =>
        withValues(line, { now: now.getTime(), url: siteUrl(site.config), passwordHash }),
      ),
    );
  await setSequences(tx, sequences);
  await countWeeklyWins(tx, now);
  for (const key of await preparedFileKeys()) await site.files.copyFromFs(path.join(FILES_FOLDER, key), key);
  for (const marker of [DEMO_SETTINGS.gallery, DEMO_SETTINGS.clips])
    await saveSettingIfMissing(tx, marker, '1');
  return true;
}

/** Report whether any of the tables except `FILLED_BY_MIGRATIONS` has rows. */
function hasRows(tx: Tx, tables: readonly PreparedTable[]): Promise<boolean> {
  const names = tables.map(({ name }) => name).filter((name) => name !== FILLED_BY_MIGRATIONS);
  const rows = names.map((name) => sql`exists (select 1 from ${identifier(name)})`);
  return queryValue(tx, column.boolean, sql`select ${join(rows, ' or ')}`);
}

const PLACEHOLDER = /\{(time|ms|midnight|day|week|site|password)(?: (-?\d+))?\}/g;

function withValues(
  line: string,
  { now, url, passwordHash }: { now: number; url: string; passwordHash: string },
): string {
  const values: Record<string, (offset: number) => string> = {
    time: (ms) => new Date(now + ms).toISOString(),
    ms: (ms) => String(now + ms),
    midnight: (days) => `${addDays(today(now), days)}T00:00:00Z`,
    day: (days) => addDays(today(now), days),
    week: (weeks) => addDays(mondayOf(today(now)), 7 * weeks),
    site: () => url,
    password: () => passwordHash,
  };
  return line.replaceAll(PLACEHOLDER, (_, kind: string, offset?: string) =>
    values[kind]!(Number(offset ?? 0)),
  );
}

/** Count the paid wins of the current week. Their number depends on the day on which the world is loaded. */
const countWeeklyWins = (tx: Tx, now: Date): Promise<unknown> =>
  execute(
    tx,
    sql`update characters c set win_week = ${weekOf(now)}, weekly_wins = (
          select count(*) from fights f where f.winner_id = c.user_id and f.status = 'over'
            and f.reward_xp + f.reward_coins > 0
            and f.ended_at >= ${`${mondayOf(today(now.getTime()))}T00:00:00Z`})`,
  );
