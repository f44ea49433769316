import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import type { QueryHooks } from '../platform/db/hooks.ts';
import type { TestApp } from './app.ts';
import { runAsOwner } from './database.ts';

/** Return the statements that `work` and its requests send to the database, `begin` and `commit` included. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  await observeStatements(app, { before: (text) => void seen.push(text) }, work);
  return seen;
}

/**
 * Fail after statement number `n` (from 1) of `work` and its requests, `begin` and `commit` included, as if the server
 * died there: an open transaction is rolled back, a committed one stays. Return whether there was a statement `n`.
 */
export async function failAfterStatement(
  app: TestApp,
  n: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let sent = 0;
  const die = () => {
    // An error of the database; after any other, a replica's read would go to the primary.
    if (++sent === n) throw new pg.DatabaseError('The server dies here', 0, 'error');
  };
  await observeStatements(app, { after: die }, work);
  return sent >= n;
}

/** Return everything that `things` yields; nothing without them. */
export async function collectAll<T>(things: AsyncIterable<T> | undefined): Promise<T[]> {
  const all: T[] = [];
  for await (const thing of things ?? []) all.push(thing);
  return all;
}

/** Set during `watching` in the context of `work` and its requests; jobs and timers query the database at any time. */
const observedStatement = new AsyncLocalStorage<true>();
const REQUEST = 'http.server.request.start';
const withinWork = () => observedStatement.enterWith(true);

/** Call `hooks` for each statement of `work` and its requests, except those of the job queue. */
async function observeStatements(
  app: TestApp,
  hooks: QueryHooks,
  work: () => Promise<unknown>,
): Promise<void> {
  const isWatched = (text: string) => observedStatement.getStore() && !text.includes('jobs.');
  subscribe(REQUEST, withinWork);
  try {
    await hooking(
      app,
      {
        before: (text) => (isWatched(text) ? hooks.before?.(text) : undefined),
        after: (text) => (isWatched(text) ? hooks.after?.(text) : undefined),
      },
      () => observedStatement.run(true, work),
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
  Plans?: PlanNode[];
};
/** A node of a plan and all below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The ways in which PostgreSQL plans what it runs again and again: for all values, or for those it is given. */
export const PLAN_MODES = ['plan_cache_mode = force_generic_plan', 'plan_cache_mode = force_custom_plan'];

/**
 * How PostgreSQL runs a statement with these values, on a connection with these settings; where it `runs`, with what each
 * node read.
 */
export async function planOf(
  { site: { database } }: TestApp,
  {
    text,
    values,
    settings,
    runs = true,
  }: { text: string; values: string; settings: string[]; runs?: boolean },
): Promise<PlanNode> {
  const client = await database.pool?.connect();
  if (!client) throw new Error('There is no PostgreSQL to ask');
  try {
    for (const setting of settings) await client.query(`set ${setting}`);
    await client.query(`prepare judged as ${text}`);
    const how = runs ? 'analyze, format json' : 'format json';
    const { rows } = await client.query(`explain (${how}) execute judged(${values})`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    // What was set and prepared goes with it.
    client.release(true);
  }
}

/** Fills the database by statements that may take their time: the site's own connections give up after some seconds. */
export async function loadSql({ site: { config } }: TestApp, texts: readonly string[]): Promise<void> {
  if (config.databaseUrl === null) throw new Error('There is no PostgreSQL to fill');
  await runAsOwner(config.databaseUrl, ...texts);
}

/** Statements that make so many players, each named `crowd` and a number. */
export const insertPlayersSql = (players: number): string[] => [
  `insert into users (username, email, first_name, last_name, password_hash, consent_at, created_at)
   select 'crowd' || n, 'crowd' || n || '@example.com', 'A', 'B', '-', now(), now()
   from generate_series(1, ${players}) n`,
  `insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense, max_health, coins)
   select id, 1, 0, 1, now(), 1, now(), 1, 1, 1, 0 from users where username like 'crowd%'`,
];
/** A statement by which each of that crowd blocks two others. */
export const INSERT_BLOCKS_SQL = `
  insert into blocks (blocker_id, blocked_id, created_at)
  select u.id, v.id, now() from users u join users v on v.id in (u.id + 1, u.id + 2) where u.username like 'crowd%'`;

/** How many acts race: as many as there are connections to race on; the embedded database does one after the other. */
export const RACE_COUNT = process.env.TEST_DATABASE_URL ? 500 : 100;
/** Under way at the same time: more than there are connections, and few enough to wait for one on a busy machine. */
const MAX_CONCURRENT = 24;

/** Does so many acts, 24 of them under way at the same time; answers what each was answered, in their order. */
export async function runConcurrently<T>(acts: number, action: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < acts) {
      const n = begun++;
      answers[n] = await action(n);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return answers;
}

/** The statuses there are among answers. */
export const statusesOf = (answers: readonly { status: number }[]): Set<number> =>
  new Set(answers.map(({ status }) => status));
