import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { LONG } from '../../../scripts/testing/long.ts';
import { literal, type Sql, type Statement, sql } from '../platform/db/db.ts';
import type { QueryHooks } from '../platform/db/hooks.ts';
import type { TestApp } from './app.ts';
import { runAsOwner } from './database.ts';

/**
 * Return the statements that are executed by `work` and by the requests that it sends. They include `begin` and
 * `commit`.
 * @param all true to include the statements that `UNPREDICTABLE` matches
 */
export async function recordStatements(
  app: TestApp,
  work: () => Promise<unknown>,
  { all = false } = {},
): Promise<Statement[]> {
  const seen: Statement[] = [];
  await observeStatements(app, { before: (statement) => void seen.push(statement) }, work, { all });
  return seen;
}

/** Return the texts of the statements that `recordStatements` returns. */
export const statementsOf = async (app: TestApp, work: () => Promise<unknown>): Promise<string[]> =>
  (await recordStatements(app, work)).map(({ text }) => text);

/**
 * Run `work`, and make statement number `n` fail after its execution, as if the server had died at this
 * point. An open transaction is then rolled back, and a committed transaction stays committed. The statements
 * of `work` and of the requests that it sends are counted from 1, including `begin` and `commit`, but not
 * those that `UNPREDICTABLE` matches. Return false if there were fewer than `n` statements.
 * @throws any other error of `work`
 */
export async function failAfterStatement(
  app: TestApp,
  n: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let sent = 0;
  // Throw a database error. After any other error, the connection would be closed without a rollback.
  const death = new pg.DatabaseError('The server dies here', 0, 'error');
  const die = () => {
    if (++sent === n) throw death;
  };
  await observeStatements(app, { after: die }, work).catch((error) => {
    if (error !== death) throw error;
  });
  return sent >= n;
}

/** Return all items that `things` yields. Return an empty array if `things` is undefined. */
export async function collectAll<T>(things: AsyncIterable<T> | undefined): Promise<T[]> {
  const all: T[] = [];
  for await (const thing of things ?? []) all.push(thing);
  return all;
}

/**
 * The call of `observeStatements` to which the current asynchronous context belongs. It distinguishes statements of the
 * observed work from statements of jobs, timers and earlier work.
 */
const currentObservation = new AsyncLocalStorage<symbol>();
const REQUEST = 'http.server.request.start';
/**
 * Pattern of statements that might or might not run during the observed work: statements of the job queue, a statement
 * that runs after files are deleted, and the lookup of a session, which is cached for a second.
 */
const UNPREDICTABLE =
  /jobs\.|^delete from orphaned_files where key = any \(\$1::text\[\]\)$|from sessions s join users u/;

/**
 * Call `hooks` for each statement of `work` and of the requests that it sends. Leave out the statements that
 * `UNPREDICTABLE` matches, unless `all` is true.
 */
async function observeStatements(
  app: TestApp,
  hooks: QueryHooks,
  work: () => Promise<unknown>,
  { all = false } = {},
): Promise<void> {
  const observation = Symbol('observation');
  const isWatched = ({ text }: Statement) =>
    currentObservation.getStore() === observation && (all || !UNPREDICTABLE.test(text));
  const withinWork = () => currentObservation.enterWith(observation);
  subscribe(REQUEST, withinWork);
  try {
    await hooking(
      app,
      {
        before: (statement) => (isWatched(statement) ? hooks.before?.(statement) : undefined),
        after: (statement) => (isWatched(statement) ? hooks.after?.(statement) : undefined),
      },
      () => currentObservation.run(observation, work),
    );
  } finally {
    unsubscribe(REQUEST, withinWork);
  }
}

/** Call `hooks` for every statement of the site during `work`. */
export async function hooking<T>(app: TestApp, hooks: QueryHooks, work: () => Promise<T>): Promise<T> {
  Object.assign(app.queryHooks, hooks);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(hooks)) delete app.queryHooks[name as keyof QueryHooks];
  }
}

export type PlanNode = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};
/** Return a plan node and all its descendants. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Settings that force the two kinds of plans that PostgreSQL can make for a prepared statement: a generic plan for any
 * values, and a custom plan for the given values.
 */
export const PLAN_MODES = ['plan_cache_mode = force_generic_plan', 'plan_cache_mode = force_custom_plan'];

/**
 * Return the plan of a statement for its values. The plan is made on a connection with the given settings. If
 * `runs` is true, the statement is executed, and the plan contains the actual number of rows of each node.
 */
export async function planOf(
  { site: { database } }: TestApp,
  { text, values }: Statement,
  { settings, runs = true }: { settings: string[]; runs?: boolean },
): Promise<PlanNode> {
  const client = await database.pool?.connect();
  if (!client) throw new Error('This needs PostgreSQL');
  try {
    for (const setting of settings) await client.query(`set ${setting}`);
    await client.query(`prepare explained as ${text}`);
    const how = runs ? 'analyze, format json' : 'format json';
    const { rows } = await client.query(
      `explain (${how}) execute explained(${values.map(toLiteral).join(', ')})`,
    );
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    // Close the connection, so that the settings and the prepared statement are dropped, too.
    client.release(true);
  }
}

/** Return a parameter of a statement as an SQL literal, in the format in which the driver would send it. */
function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) {
    const elements = value.map((element) => (element === null ? 'null' : JSON.stringify(String(element))));
    return pg.escapeLiteral(`{${elements.join(',')}}`);
  }
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Execute statements that fill the database. They are slow, so the connection has no timeouts. */
export async function loadSql({ site: { config } }: TestApp, statements: readonly Sql[]): Promise<void> {
  if (config.databaseUrl === null) throw new Error('This needs PostgreSQL');
  if (statements.some(({ values }) => values.length > 0))
    throw new Error('These statements must not have values');
  await runAsOwner(config.databaseUrl, ...statements.map(({ text }) => text));
}

/** Build statements that create players with the names crowd1, crowd2, and so on. `players` is their number. */
export const insertPlayersSql = (players: number): Sql[] => [
  sql`insert into users (username, email, search_text, first_name, last_name, password_hash, consent_at, created_at)
   select 'crowd' || n, 'crowd' || n || '@example.com', 'crowd' || n || ' crowd' || n || '@example.com', 'A', 'B', '-', now(), now()
   from generate_series(1, ${literal(players)}) n`,
  sql`insert into characters (user_id, level, experience, health, health_at, energy, energy_at,
                           attack, defense, max_health, coins)
   select id, 1, 0, 1, now(), 1, now(), 1, 1, 1, 0 from users where username like 'crowd%'`,
];
/** Statement in which each player of `insertPlayersSql` blocks the next two players. */
export const INSERT_BLOCKS_SQL = sql`
  insert into blocks (blocker_id, blocked_id, created_at)
  select u.id, v.id, now() from users u join users v on v.id in (u.id + 1, u.id + 2) where u.username like 'crowd%'`;

/**
 * Number of actions in a test of race conditions. It is smaller in a short run. It is also smaller with the embedded
 * database, which executes the actions one after another.
 */
export const RACE_COUNT = LONG && process.env.TEST_DATABASE_URL ? 500 : 100;
/**
 * Maximum number of concurrent actions. It is larger than the number of database connections, but small enough that all
 * actions finish in time on a busy machine.
 */
const MAX_CONCURRENT = 24;

/**
 * Run an action `count` times, up to `MAX_CONCURRENT` of them concurrently, and return the results in order.
 */
export async function runConcurrently<T>(count: number, action: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let started = 0;
  const worker = async () => {
    while (started < count) {
      const n = started++;
      answers[n] = await action(n);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return answers;
}

/** Return the distinct statuses of responses. */
export const statusesOf = (answers: readonly { status: number }[]): Set<number> =>
  new Set(answers.map(({ status }) => status));
