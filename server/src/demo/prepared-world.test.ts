import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { signUp } from '../features/accounts/service.ts';
import { weekOf } from '../features/game/service.ts';
import { goalsOf } from '../features/goals/service.ts';
import { manualClock } from '../platform/clock.ts';
import { sql, type Tx, transaction } from '../platform/db/db.ts';
import type { Site } from '../platform/site.ts';
import { signUpBody, type TestApp, useTestApp } from '../testing/app.ts';
import { query, queryValue } from '../testing/queries.ts';
import { VISITOR } from './content/visitor.ts';
import {
  loadPreparedWorld,
  PREPARED_AT,
  type PreparedWorld,
  preparedFileKeys,
  prepareWorld,
  readPreparedWorld,
  readWorld,
  sourceDigest,
} from './prepared-world.ts';
import { ALL_PLAYERS } from './roster.ts';

const OUTDATED = 'The prepared world is outdated: run `npm run demo:prepare`';

describe('the file of the prepared world', { timeout: slowTestTimeout(100_000) }, () => {
  const app = useTestApp();

  it('was prepared from the current history, portraits and images', async () => {
    expect((await readPreparedWorld()).source, OUTDATED).toBe(sourceDigest());
  });

  it(`contains the rows that service functions create ${LONG ? 'in all sixty days' : 'in the first days'}`, async () => {
    const until = LONG ? PREPARED_AT : new Date(PREPARED_AT.getTime() - 53 * DAY);
    const prepared = await readPreparedWorld();
    const replayed = withColumnsOf(prepared, await prepareWorld(app.site, until));
    if (LONG) {
      expect(differingTables(prepared, replayed), OUTDATED).toEqual([]);
      const keys: string[] = [];
      for await (const key of app.site.files.keys()) keys.push(key);
      expect(await preparedFileKeys(), OUTDATED).toEqual(keys.sort());
    }
    // A short run replays only the first days. Later events add rows to these tables, but do not change existing rows,
    // so the replayed rows must equal the first prepared rows.
    for (const name of ['fights', 'fight_inputs', 'coin_ledger', 'activity']) {
      const lines = linesOf(replayed, name);
      expect(lines.length).toBeGreaterThan(20);
      expect(linesOf(prepared, name).slice(0, lines.length), OUTDATED).toEqual(lines);
    }
  });
});

describe('the loaded world', () => {
  const app = useTestApp();
  const passwordHash = 'of no password';

  /** Call `prepare`, load the world with the clock at `now`, return the result of `read`, and roll back. */
  async function loadedAt<T>(
    now: Date,
    read: (tx: Tx, site: Site) => Promise<T>,
    prepare = async (_tx: Tx) => {},
  ): Promise<T> {
    const site = { ...app.site, clock: manualClock(now) };
    let result: T | undefined;
    const undo = new Error('undo');
    const loading = transaction(site.db, async (tx) => {
      await prepare(tx);
      expect(await loadPreparedWorld(tx, site, { passwordHash })).toBe(true);
      result = await read(tx, site);
      throw undo;
    });
    await expect(loading, OUTDATED).rejects.toBe(undo);
    return result as T;
  }

  it('equals the prepared world moved to the current time', async () => {
    const prepared = await readPreparedWorld();
    const later = new Date(PREPARED_AT.getTime() + 21 * 7 * DAY);
    const tables = await loadedAt(later, readWorld, async (tx) => {
      await query(tx, sql`alter table users add column is_new boolean not null default true`);
    });
    for (const key of await preparedFileKeys()) expect(await app.site.files.exists(key)).toBe(true);
    const names = new Set(prepared.tables.map(({ name }) => name));
    const loaded = { ...prepared, tables: tables.filter(({ name }) => names.has(name)) };
    expect(differingTables(prepared, withColumnsOf(prepared, loaded)), OUTDATED).toEqual([]);
  });

  it(`has current goals, streaks and weekly wins on ${LONG ? 'each day' : 'four days'} of the week`, async () => {
    for (let days = 0; days < 7; days += LONG ? 1 : 2) {
      const now = new Date(PREPARED_AT.getTime() + (700 + days) * DAY + (days * 3.9 - 11.9) * HOUR);
      const { goals, streak } = await loadedAt(now, async (tx) => {
        const userId = await queryValue<number>(tx, sql`select id from users where username = ${VISITOR}`);
        const weekly = await query<{ counted: number; won: number }>(
          tx,
          sql`select weekly_wins as counted, (select count(*)::integer from fights where winner_id = user_id
                and reward_xp > 0 and ended_at >= date_trunc('week', ${now}::timestamptz, 'UTC')) as won
              from characters where win_week = ${weekOf(now)}`,
        );
        expect(weekly).toHaveLength(ALL_PLAYERS.length);
        for (const { counted, won } of weekly) expect(counted).toBe(won);
        return goalsOf(tx, { userId, now });
      });
      expect(streak).toMatchObject({ days: 4, today: true, lost: 0 });
      const today = goals.filter(({ period }) => period === 'day').map(({ startsOn }) => startsOn);
      expect(today).toEqual(Array(3).fill(now.toISOString().slice(0, 10)));
      expect(goals.map(({ state }) => state)).toContain('done');
    }
  });

  it('is not loaded into a site with players', async () => {
    await app.player();
    const isLoaded = await transaction(app.site.db, (tx) =>
      loadPreparedWorld(tx, app.site, { passwordHash }),
    );
    expect(isLoaded).toBe(false);
  });
});

// Skip these tests on the embedded database, because it has only one connection and no other nodes.
if (process.env.TEST_DATABASE_URL)
  describe('sign-ups on another node', () => {
    const app = useTestApp();
    const empty = useTestApp();
    const waiting = sql`select 1 from pg_locks where not granted and relation = 'users'::regclass`;
    const load = (tx: Tx, { site }: TestApp) =>
      loadPreparedWorld(tx, site, { passwordHash: 'of no password' });

    it('wait while the world is loaded', async () => {
      const begun = Promise.withResolvers<void>();
      const signedUp = begun.promise.then(() =>
        app.browser().call('POST /api/users', { body: { ...signUpBody('Early'), portrait: '0123456789ab' } }),
      );
      await transaction(app.site.db, async (tx) => {
        expect(await load(tx, app)).toBe(true);
        // Make the sign-up reserve the id of a demo player, as if it had begun before the demo world was loaded.
        await query(tx, sql`select setval(pg_get_serial_sequence('users', 'id'), 1, false)`);
        begun.resolve();
        await expect.poll(() => query(tx, waiting)).toHaveLength(1);
        await query(tx, sql`select setval(pg_get_serial_sequence('users', 'id'), max(id)) from users`);
      });
      const { status, body } = await signedUp;
      expect(status).toBe(201);
      expect(body.user.id).toBeGreaterThan(ALL_PLAYERS.length);
      expect(body.user.avatarUrl).toContain(`/${body.user.id}-`);
    });

    it('prevent loading the world if they come first', async () => {
      const begun = Promise.withResolvers<void>();
      const loading = begun.promise.then(() => transaction(empty.site.db, (tx) => load(tx, empty)));
      await transaction(empty.site.db, async (tx) => {
        await signUp(tx, empty.site, signUpBody('Early'));
        begun.resolve();
        await expect.poll(() => query(tx, waiting)).toHaveLength(1);
      });
      expect(await loading).toBe(false);
    });
  });

const linesOf = ({ tables }: PreparedWorld, name: string): string[] =>
  tables.find((table) => table.name === name)?.lines ?? [];

/**
 * Return `world` without the columns that `prepared` does not have. A prepared file without a newer column
 * stays valid, because the column has a default.
 */
const withColumnsOf = (prepared: PreparedWorld, world: PreparedWorld): PreparedWorld => ({
  ...world,
  tables: world.tables.map((table) => {
    const columns = prepared.tables.find(({ name }) => name === table.name)?.columns ?? table.columns;
    const places = columns.map(({ name }) => table.columns.findIndex((column) => column.name === name));
    const picked = (line: string) => {
      const values: unknown[] = JSON.parse(line);
      return JSON.stringify(places.map((place) => values[place]));
    };
    return { ...table, columns, lines: table.lines.map(picked) };
  }),
});

const differingTables = (one: PreparedWorld, other: PreparedWorld): string[] =>
  [...new Set([...one.tables, ...other.tables].map(({ name }) => name))].filter(
    (name) => linesOf(one, name).join('\n') !== linesOf(other, name).join('\n'),
  );
