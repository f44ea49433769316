import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type KyselyPlugin, type Transaction } from 'kysely';

/** The database outside a transaction. */
export type Db = Kysely<unknown>;
export type AfterCommit = {
  /** Runs once the transaction is committed, never when it is rolled back; its failure is logged, not thrown. */
  afterCommit(act: () => void): void;
};
/** Inside one. Only a `Tx`, or what `atOnce` answers, can promise what happens after the commit. */
export type Tx = Transaction<unknown> & AfterCommit;
export type DbOrTx = Db | Tx;

/** The databases in whose transactions something is done; one may be copied into another. */
const inside = new AsyncLocalStorage<ReadonlySet<Db>>();
/** A statement was planned before a newer version changed its tables. */
const PLAN_IS_OLD = '0A000';
/** Where PostgreSQL finds that out; the code alone says that something is not supported. */
const REVALIDATION = 'RevalidateCachedQuery';
const RETRIED = new Set(['40001', '40P01', PLAN_IS_OLD]);
const TRIES = 4;
/** Before the second try, and as much longer before each further one: whom it met would otherwise meet it again. */
const PAUSE_MS = 20;

const isTx = (db: DbOrTx): db is Tx => 'afterCommit' in db;

/**
 * Runs `work` in a transaction, or in the one already open when `db` is a `Tx`. A deadlock or serialisation failure is
 * tried again, so `work` must have no effect but through its `Tx`.
 * @throws what `work` throws, after rolling back; Error for a `Db` within an open transaction of its own.
 */
export async function transaction<T>(db: DbOrTx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(db)) return work(db);
  const open = inside.getStore() ?? new Set();
  if (open.has(db)) refuseOutside();
  const { result, promised } = await retried(async () => {
    const promised: (() => void)[] = [];
    const result = await inside.run(new Set([...open, db]), () =>
      // Without the guard, which is for what stands outside.
      db
        .withoutPlugins()
        .transaction()
        .execute((transaction) => {
          const tx = Object.assign(transaction, { afterCommit: (act: () => void) => promised.push(act) });
          return work(tx as unknown as Tx);
        }),
    );
    return { result, promised };
  });
  const { afterCommit } = afterwards();
  for (const act of promised) afterCommit(act);
  return result;
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (!code || !RETRIED.has(code) || tries === TRIES) throw error;
      await sleep(PAUSE_MS * tries);
    }
  }
}

/** Of a transaction that is committed: a new one each time, since who has promised something once notes it by this. */
const afterwards = (): AfterCommit => ({
  afterCommit: (act) =>
    inside.exit(() => {
      try {
        act();
      } catch (error) {
        console.error(error);
      }
    }),
});

/**
 * The embedded database has one connection: asking it outside the `Tx` while a transaction is open would wait for
 * ever, and a pool can run dry the same way. This throws instead.
 */
function refuseOutside(): void {
  if (inside.getStore())
    throw new Error('The database was asked outside its open transaction; pass the Tx instead.');
}

/** Applies `refuseOutside` to every query built on the database it is given to, and not to its transactions. */
export const outsideGuard: KyselyPlugin = {
  transformQuery: ({ node }) => {
    refuseOutside();
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** A statement of fixed text, such as `run` takes. */
export type Statement = { text: string; parameters: readonly unknown[] };

/** How statements reach a database where nothing of Kysely's is needed for it: that is less work. */
export type Senders = {
  /** A statement without a transaction; answers its rows. One that is quick may share a connection. */
  straight: (text: string, parameters: unknown[], isQuick: boolean) => Promise<unknown[]>;
  /** BEGIN, statements that are all ready and COMMIT without waiting between them; answers the rows of each. */
  atOnce: (statements: readonly Statement[]) => Promise<unknown[][]>;
};
const senders = new WeakMap<Db, Senders>();

export const sendBy = (db: Db, own: Senders): void => void senders.set(db, own);
export const sendersOf = (db: Db): Senders | undefined => senders.get(db);

/** Names of the statements that a connection prepares once, by their text. */
const preparedNames = new Map<string, string>();
/** A text built from values would fill every connection with statements used once; there are far fewer fixed ones. */
const MOST_PREPARED = 1_000;

let named = 0;
const newName = (): string => `rivalhold_${named++}`;

/** The name by which a connection prepares this text; undefined for one that is planned anew each time. */
export const preparedName = (text: string): string | undefined => preparedNames.get(text);

/**
 * Whether a statement failed only because a newer version has changed its tables since it was planned. From now on it
 * has another name, by which every connection plans it anew.
 */
export function isPlanOld(error: unknown, text: string, name: string | undefined): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  if (code !== PLAN_IS_OLD || routine !== REVALIDATION || name === undefined) return false;
  if (preparedNames.get(text) === name) preparedNames.set(text, newName());
  return true;
}

/**
 * Runs a statement whose text is fixed, which nobody builds for each call: nothing is compiled, and a connection parses and
 * plans it once. A read shares its connection, so it must be quick whatever it is given. Rows come as `Row` says.
 */
export async function run<Row>(db: DbOrTx, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  prepareOnce(text);
  return send<Row>(db, text, parameters, true);
}

/** Like `run`, for a read that may take long: no other waits for it. */
export async function runAlone<Row>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  prepareOnce(text);
  return send<Row>(db, text, parameters, false);
}

/** Like `runAlone`, for a statement that is to be planned for its values each time: a usual one and a rare one differ. */
export async function runPlanned<Row>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return send<Row>(db, text, parameters, false);
}

/**
 * Runs statements as one transaction that is one way to the database and back, where that can be, or in the one already
 * open when `db` is a `Tx`: each sees what those before it did, and what others committed until then. What is decided
 * between them is decided by their own conditions. Tried again as by `transaction`.
 * @throws what a statement throws, after rolling back all; where the connection was lost, all or nothing may be stored.
 */
export async function atOnce(
  db: DbOrTx,
  statements: readonly Statement[],
): Promise<{ rows: unknown[][]; tx: AfterCommit }> {
  if (!isTx(db)) refuseOutside();
  const own = isTx(db) ? undefined : senders.get(db);
  if (!own) {
    const rows = await transaction(db, async (tx) => {
      const rows: unknown[][] = [];
      for (const { text, parameters } of statements) rows.push(await run(tx, text, parameters));
      return rows;
    });
    return { rows, tx: isTx(db) ? db : afterwards() };
  }
  for (const { text } of statements) prepareOnce(text);
  return { rows: await retried(() => own.atOnce(statements)), tx: afterwards() };
}

function prepareOnce(text: string): void {
  if (!preparedNames.has(text) && preparedNames.size < MOST_PREPARED) preparedNames.set(text, newName());
}

async function send<Row>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
  isQuick: boolean,
): Promise<Row[]> {
  if (!isTx(db)) {
    refuseOutside();
    const own = senders.get(db);
    if (own) return (await own.straight(text, [...parameters], isQuick && preparedNames.has(text))) as Row[];
  }
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

/** The one row of a statement that always answers one, such as an insert that returns. */
export async function runOne<Row>(db: DbOrTx, text: string, parameters: readonly unknown[]): Promise<Row> {
  const row = await runFirst<Row>(db, text, parameters);
  if (row === undefined) throw new Error('The statement answered no row.');
  return row;
}

/** The first row of a statement; undefined where it answers none. */
export async function runFirst<Row>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
): Promise<Row | undefined> {
  const [row] = await run<Row>(db, text, parameters);
  return row;
}

/** Whether a statement answers any row: it found something, or changed what it returns. */
export async function runAny(db: DbOrTx, text: string, parameters: readonly unknown[]): Promise<boolean> {
  return (await run(db, text, parameters)).length > 0;
}

/** Of a statement that answers one column: its value in each row. */
export async function runValues<Value>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
): Promise<Value[]> {
  const rows = await run<Record<string, Value>>(db, text, parameters);
  return rows.map((row) => Object.values(row)[0] as Value);
}

/** The same of the one row of a statement that always answers one. */
export async function runValue<Value>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
): Promise<Value> {
  return Object.values(await runOne<Record<string, Value>>(db, text, parameters))[0] as Value;
}

/** The same of the first row; undefined where there is none. */
export async function runFirstValue<Value>(
  db: DbOrTx,
  text: string,
  parameters: readonly unknown[],
): Promise<Value | undefined> {
  return (await runValues<Value>(db, text, parameters))[0];
}

/** PostgreSQL's code for a row that breaks the unique index or constraint `name`. */
export function breaksUnique(error: unknown, name: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === name;
}
