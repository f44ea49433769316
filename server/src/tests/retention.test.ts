import { RETENTION, type RetentionName } from '@rivalhold/shared/retention.ts';
import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { findText } from '../features/deletion/testing.ts';
import { FEATURES } from '../features/index.ts';
import { identifier, type Sql, sql } from '../platform/db/db.ts';
import { addressColumns } from '../platform/personal-data/addresses.ts';
import type { Site } from '../platform/site.ts';
import { PASSWORD, type TestApp, type TestPlayer, useTestApp } from '../testing/app.ts';
import { type PersonalColumn, personalColumns } from '../testing/personal-data.ts';
import { query, queryValue, queryValues } from '../testing/queries.ts';
import { createFullPlayer } from './cases.ts';

const ADDRESSES = { ipv4: '203.0.113.77', ipv6: '2001:db8:7:8:9:a:b:c' };

const app = useTestApp();
const behindProxy = useTestApp({ env: { TRUST_PROXY: '1' } });
let friend: TestPlayer;
beforeAll(async () => {
  friend = await app.player();
});

/** Run every scheduled job of the site once. */
async function runScheduledJobs({ site }: TestApp = app): Promise<void> {
  const scheduled: (() => Promise<void>)[] = [];
  const jobs = {
    define: (_name: string, { run, cron }: { run: (data: object) => Promise<void>; cron?: string }) => {
      if (cron) scheduled.push(() => run({}));
    },
    send: site.jobs.send.bind(site.jobs),
  };
  for (const { jobs: define } of FEATURES) define?.({ ...site, jobs } as unknown as Site);
  for (const run of scheduled) await run();
}

const COLUMNS = personalColumns(FEATURES);
const TABLES = new Map(COLUMNS.map((column) => [column.table, column]));

const countOf = ({ table, rows }: PersonalColumn, { id }: TestPlayer): Promise<number> =>
  queryValue<number>(app.site.db, sql`select count(*)::integer from ${identifier(table)} where ${rows(id)}`);

/** Return the tables with rows of a player, and the entry of each table in `RETENTION`. */
async function storedTables(player: TestPlayer): Promise<Map<string, RetentionName>> {
  const stored = new Map<string, RetentionName>();
  for (const [table, column] of TABLES)
    if ((await countOf(column, player)) > 0) stored.set(table, column.retention);
  return stored;
}

const isPeriod = (name: RetentionName) => 'ms' in RETENTION[name];

/** Trigger the events that start the retention periods of some tables. */
async function beginPeriods({ id }: TestPlayer): Promise<void> {
  const { db } = app.site;
  const now = app.clock.now();
  await query(db, sql`update notifications set read_at = ${now} where user_id = ${id} or actor_id = ${id}`);
  await query(
    db,
    sql`update reports set state = 'resolved', assignee_id = null, outcome = 'dismiss', resolved_at = ${now}
        where ${id} in (reporter_id, reported_id)`,
  );
}

/** Add rows that a player's own requests do not create. */
async function addRowsOfOthers({ id }: TestPlayer): Promise<void> {
  const { db } = app.site;
  const now = app.clock.now();
  await query(
    db,
    sql`insert into payment_events (id, type, payment_id, received_at)
        select 'event', 'paid', id, ${now} from payments where user_id = ${id} limit 1`,
  );
  await query(
    db,
    sql`insert into report_media (report_id, position, kind, url)
        select id, 9, 'image', 'https://example.com' from reports where ${id}::bigint in (reporter_id, reported_id) limit 1`,
  );
}

/** Add 200 Lobby messages, so that older ones can expire. The latest 200 are kept even after their period. */
const fillLobby = (userId: number) =>
  query(
    app.site.db,
    sql`insert into chat_messages (type, user_id, text, has_links, created_at)
        select 'user', ${userId}, 'Message ' || n, false, ${app.clock.now()} from generate_series(1, 200) n`,
  );

describe('retention', () => {
  it('every entry of RETENTION applies to a whole table or is a listed exception', () => {
    const declared = new Set(COLUMNS.map(({ retention }) => retention));
    // These entries cover single columns, files or rows instead of whole tables. Tests below and tests of the features
    // check them. Only `logs` has no test, because operators delete the logs.
    const parts: RetentionName[] = [
      'addresses',
      'setup',
      'temporaryMedia',
      'unsentFiles',
      'outsideImages',
      'logs',
    ];
    expect([...declared, ...parts].sort()).toEqual(Object.keys(RETENTION).sort());
  });

  it('“as long as the account” applies only to tables that account deletion erases', () => {
    const erased = new Set(COLUMNS.filter(({ policy }) => policy[0] === 'erased').map(({ table }) => table));
    const wrong = COLUMNS.filter(({ table, retention }) => retention === 'account' && !erased.has(table));
    expect(wrong.map(({ table }) => table)).toEqual([]);
  });

  it('jobs delete exactly the expired rows', async () => {
    const player = await createFullPlayer(app, friend);
    await addRowsOfOthers(player);
    const before = await storedTables(player);
    const withPeriod = [...TABLES].filter(([, { retention }]) => isPeriod(retention));
    // Each table with a retention period must have a row. Otherwise, the test would not cover the table.
    expect(withPeriod.map(([table]) => table).filter((table) => !before.has(table))).toEqual([]);

    // Nothing is deleted before its period is over.
    await beginPeriods(player);
    await runScheduledJobs();
    expect([...before.keys()].filter((table) => TABLES.has(table)).sort()).toEqual(
      [...(await storedTables(player)).keys()].sort(),
    );

    app.clock.advance(30 * DAY + HOUR);
    await fillLobby(friend.id);
    await runScheduledJobs();
    // The jobs above have added rows to `session_changes` by deleting expired sessions. The database sets the
    // time of these rows, so advancing the test's clock does not make them older.
    await query(app.site.db, sql`update session_changes set created_at = created_at - interval '25 hours'`);
    await runScheduledJobs();
    const after = await storedTables(player);
    expect([...after].filter(([, name]) => isPeriod(name)).map(([table]) => table)).toEqual([]);
    expect([...before].filter(([table, name]) => !isPeriod(name) && !after.has(table))).toEqual([]);
  });

  it('unconfirmed authenticator apps are deleted after 15 minutes', async () => {
    const player = await app.player();
    await query(
      app.site.db,
      sql`insert into authenticators (user_id, sealed_secret, last_step, created_at)
          values (${player.id}, 'sealed', 0, ${app.clock.now()})`,
    );
    const count = () =>
      queryValue<number>(
        app.site.db,
        sql`select count(*)::integer from authenticators where user_id = ${player.id}`,
      );
    app.clock.advance(RETENTION.setup.ms - MINUTE);
    await runScheduledJobs();
    expect(await count()).toBe(1);
    app.clock.advance(MINUTE);
    await runScheduledJobs();
    expect(await count()).toBe(0);
  });
});

describe('network addresses', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const addressesOf = ({ id }: TestPlayer) =>
    queryValues<string>(
      behindProxy.site.db,
      sql`select address from sessions where user_id = ${id} order by id`,
    );
  const keepSessions: Sql = sql`update sessions set expires_at = expires_at + interval '1 year'`;

  it('are truncated in every column 30 days after the login', async () => {
    const player = await behindProxy.player();
    for (const address of Object.values(ADDRESSES)) {
      const browser = behindProxy.browser();
      const body = { credential: player.username, password: PASSWORD };
      expect((await browser.call('POST /api/session', { body, ...from(address) })).status).toBe(200);
      await browser.call('POST /api/feed', { body: { body: 'Hello' }, ...from(address) });
    }
    await query(behindProxy.site.db, keepSessions);
    behindProxy.clock.advance(RETENTION.addresses.ms - MINUTE);
    await runScheduledJobs(behindProxy);
    expect((await addressesOf(player)).slice(1)).toEqual(Object.values(ADDRESSES));
    behindProxy.clock.advance(MINUTE);
    await runScheduledJobs(behindProxy);
    expect((await addressesOf(player)).slice(1)).toEqual(['203.0.113.0/24', '2001:db8:7::/48']);
    for (const address of Object.values(ADDRESSES)) expect(await findText(behindProxy, address)).toEqual([]);
    // Another run changes nothing.
    await runScheduledJobs(behindProxy);
    expect((await addressesOf(player)).slice(1)).toEqual(['203.0.113.0/24', '2001:db8:7::/48']);
  });

  it('are truncated in batches, in every notation', async () => {
    const player = await behindProxy.player();
    await query(
      behindProxy.site.db,
      sql`insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
          select 'many' || n, ${player.id}::bigint, '', '198.51.' || (n / 250) || '.' || (n % 250), false, ${behindProxy.clock.now()}::timestamptz,
            ${behindProxy.clock.now()}::timestamptz, ${behindProxy.clock.now()}::timestamptz + interval '1 year'
          from generate_series(1, 1200) n
          union all
          select 'odd' || n, ${player.id}::bigint, '', (array['::ffff:192.0.2.9', 'unix:', ''])[n], false, ${behindProxy.clock.now()}::timestamptz,
            ${behindProxy.clock.now()}::timestamptz, ${behindProxy.clock.now()}::timestamptz + interval '1 year'
          from generate_series(1, 3) n`,
    );
    behindProxy.clock.advance(RETENTION.addresses.ms);
    await runScheduledJobs(behindProxy);
    const stored = new Set(await addressesOf(player));
    expect(stored.has('192.0.2.0/24')).toBe(true);
    expect(
      [...stored].filter((address) => !/^(198\.51\.\d\.0\/24|192\.0\.2\.0\/24|unknown)$/.test(address)),
    ).toEqual([]);
  });

  it('are stored only in declared columns', async () => {
    const found = await queryValues<string>(
      behindProxy.site.db,
      sql`select table_name || '.' || column_name from information_schema.columns
          where table_schema = 'public' and (
            data_type in ('inet', 'cidr', 'macaddr', 'macaddr8')
            or column_name ~ '(^|_)(ip|ips|ipv[46]|addr|address|addresses|host|network|remote|peer|forwarded)(_|$)')
          order by 1`,
    );
    const declared = addressColumns(FEATURES).map(({ table, column }) => `${table}.${column}`);
    // `address_hash` is not a network address but a keyed hash of an email address.
    expect(found).toEqual([...declared, 'address_sanctions.address_hash'].sort());
    expect(declared).not.toEqual([]);
  });
});
