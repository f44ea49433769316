import pg from 'pg';
import type { TestApp } from '../testing.ts';

/** The statements that requests sent to the database during `work`; those of the jobs are left out. */
export async function statementsOf({ site }: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  type Queries = { query(...args: unknown[]): unknown };
  const target = (site.database.pglite ?? pg.Client.prototype) as unknown as Queries;
  const { query } = target;
  target.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown })?.text ?? '');
    if (!text.includes('jobs.') && !/^\s*$/.test(text)) seen.push(text);
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    if (target === (pg.Client.prototype as unknown)) target.query = query;
    else delete (target as Partial<Queries>).query;
  }
  return seen;
}
