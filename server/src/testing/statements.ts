import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';
import { asOwner } from './database.ts';

/** The statements that `work` and the requests meanwhile send to the database. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  await watching(app, { sent: (text) => void seen.push(text) }, work);
  return seen;
}

/**
 * Fails after the statement of that number (from 1) which `work` or a request sends, the commit included, as if the server
 * died there: what it was in the middle of is rolled back, and what it had committed stays. Answers whether there was
 * such a one.
 */
export async function dyingAfter(app: TestApp, n: number, work: () => Promise<unknown>): Promise<boolean> {
  let sent = 0;
  const die = () => {
    // As if the database said so: a read whose connection is lost would be sent again.
    if (++sent === n) throw new pg.DatabaseError('The server dies here', 0, 'error');
  };
  await watching(app, { done: die }, work);
  return sent >= n;
}

/** All that is read bit by bit; nothing of what there is not. */
export async function allOf<T>(things: AsyncIterable<T> | undefined): Promise<T[]> {
  const all: T[] = [];
  for await (const thing of things ?? []) all.push(thing);
  return all;
}

/** Is told of each statement when it is sent, and once it is done; what `done` throws fails it. */
type Watch = { sent?: (text: string) => void; done?: () => void };
type Queries = { query(...args: unknown[]): unknown };
type Transactions = { transaction(work: (tx: Queries) => Promise<unknown>): Promise<unknown> };

/** Jobs and clocks send statements of their own at any time: only what goes on in here is watched. */
const ours = new AsyncLocalStorage<true>();
const REQUEST = 'http.server.request.start';
const enter = () => ours.enterWith(true);

/** On the embedded database the statements of transactions go another way, and only `done` is told of them. */
async function watching(
  { site: { database } }: TestApp,
  watch: Watch,
  work: () => Promise<unknown>,
): Promise<void> {
  const { pglite } = database;
  const target = (pglite ?? pg.Client.prototype) as unknown as Queries;
  const { query } = target;
  target.query = watched(query, watch);
  const { done } = watch;
  if (pglite && done) {
    const { transaction } = pglite as unknown as Transactions;
    (pglite as unknown as Transactions).transaction = async (act) => {
      const result = await transaction.call(pglite, (tx) =>
        act(Object.create(tx, { query: { value: watched(tx.query, { done }) } })),
      );
      if (ours.getStore()) done();
      return result;
    };
  }
  subscribe(REQUEST, enter);
  try {
    await ours.run(true, work);
  } finally {
    unsubscribe(REQUEST, enter);
    if (pglite) for (const name of ['query', 'transaction']) delete (pglite as never)[name];
    else target.query = query;
  }
}

/** While `work` goes on, statements with that part in their text are not sent before `until`; `done` is told of all others. */
export async function holdingBack(
  { site: { database } }: TestApp,
  { part, until, done }: { part: string; until: Promise<unknown>; done: (text: string) => void },
  work: () => Promise<unknown>,
): Promise<void> {
  const target = (database.pglite ?? pg.Client.prototype) as unknown as Queries;
  const { query } = target;
  target.query = async function (this: unknown, ...args: unknown[]) {
    const text = textOf(args);
    if (text.includes(part)) await until;
    const answer = await query.apply(this, args);
    done(text);
    return answer;
  };
  await work().finally(() => (target.query = query));
}

const textOf = ([first]: unknown[]): string =>
  typeof first === 'string' ? first : String((first as { text?: unknown })?.text ?? '');

const watched = (query: Queries['query'], { sent, done }: Watch): Queries['query'] =>
  function (this: unknown, ...args: unknown[]) {
    const text = textOf(args);
    if (!ours.getStore() || text.includes('jobs.') || /^\s*$/.test(text)) return query.apply(this, args);
    sent?.(text);
    const answer = query.apply(this, args);
    if (!done || !(answer instanceof Promise)) return answer;
    return answer.then((rows) => {
      done();
      return rows;
    });
  };

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
export const PLANNING = ['plan_cache_mode = force_generic_plan', 'plan_cache_mode = force_custom_plan'];

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
export async function fill({ site: { config } }: TestApp, texts: readonly string[]): Promise<void> {
  if (config.databaseUrl === null) throw new Error('There is no PostgreSQL to fill');
  await asOwner(config.databaseUrl, ...texts);
}

/** Statements that make so many players, each named `crowd` and a number. */
export const crowdOf = (players: number): string[] => [
  `insert into users (username, email, first_name, last_name, password_hash, consent_at, created_at)
   select 'crowd' || n, 'crowd' || n || '@example.com', 'A', 'B', '-', now(), now()
   from generate_series(1, ${players}) n`,
  `insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense, max_health, coins)
   select id, 1, 0, 1, now(), 1, now(), 1, 1, 1, 0 from users where username like 'crowd%'`,
];
/** A statement by which each of that crowd blocks two others. */
export const CROWD_BLOCKS = `
  insert into blocks (blocker_id, blocked_id, created_at)
  select u.id, v.id, now() from users u join users v on v.id in (u.id + 1, u.id + 2) where u.username like 'crowd%'`;

/** How many acts race: as many as there are connections to race on; the embedded database does one after the other. */
export const ACTS = process.env.TEST_DATABASE_URL ? 500 : 100;
/** Under way at the same time: more than there are connections, and few enough to wait for one on a busy machine. */
const TOGETHER = 24;

/** Does so many acts, 24 of them under way at the same time; answers what each was answered, in their order. */
export async function storm<T>(acts: number, act: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < acts) {
      const n = begun++;
      answers[n] = await act(n);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return answers;
}

/** The statuses there are among answers. */
export const statusesOf = (answers: readonly { status: number }[]): Set<number> =>
  new Set(answers.map(({ status }) => status));

type Query = (this: pg.Client, ...values: unknown[]) => Promise<unknown>;
/** Has PostgreSQL's driver refuse one statement, whoever sends it, until that is restored; all others pass. */
export function refuseStatement(text: string, error: Error) {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  return vi.spyOn(prototype, 'query').mockImplementation(function (this: pg.Client, ...values) {
    const [sent] = values as [string | { text?: string }];
    const isMeant = (typeof sent === 'string' ? sent : sent.text) === text;
    return isMeant ? Promise.reject(error) : query.apply(this, values);
  });
}
