import pg from 'pg';
import type { TestApp } from '../testing.ts';

/** The statements that requests sent to the database during `work`; those of the jobs are left out. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  await watching(app, { sent: (text) => void seen.push(text) }, work);
  return seen;
}

/**
 * Fails after the statement of that number (from 1) which `work` sends, the commit included, as if the server died there:
 * what it was in the middle of is rolled back, and what it had committed stays. Answers whether there was such a one.
 */
export async function dyingAfter(app: TestApp, n: number, work: () => Promise<unknown>): Promise<boolean> {
  let sent = 0;
  const die = () => {
    if (++sent === n) throw new Error('The server dies here');
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
      done();
      return result;
    };
  }
  try {
    await work();
  } finally {
    if (pglite) for (const name of ['query', 'transaction']) delete (pglite as never)[name];
    else target.query = query;
  }
}

const watched = (query: Queries['query'], { sent, done }: Watch): Queries['query'] =>
  function (this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown })?.text ?? '');
    if (text.includes('jobs.') || /^\s*$/.test(text)) return query.apply(this, args);
    sent?.(text);
    const answer = query.apply(this, args);
    if (!done || !(answer instanceof Promise)) return answer;
    return answer.then((rows) => {
      done();
      return rows;
    });
  };

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
