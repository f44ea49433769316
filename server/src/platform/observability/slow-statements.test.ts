import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { sql } from '../db/db.ts';
import { createLog } from './log.ts';
import { REPEAT_INTERVAL_MS } from './repeated-lines.ts';
import { normalizeStatement, slowStatementLog } from './slow-statements.ts';

const collect = () => {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }) };
};

describe('normalizeStatement', () => {
  it.each([
    ['select  a\n  from t\n', 'select a from t'],
    ['select a -- why $1\nfrom t', 'select a from t'],
    ["select 'it''s a secret' from t2 where a1 = 5 and b > 1.5", 'select ? from t2 where a1 = ? and b > ?'],
    ['select a from t where id in ($1, $2,$3)', 'select a from t where id in (?)'],
    ['insert into t (a, b) values ($1, $2), ($3, $4)', 'insert into t (a, b) values (?)'],
  ])('turns %j into %j', (text, expected) => {
    expect(normalizeStatement(text)).toBe(expected);
  });
});

describe('the log of slow statements', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('contains the fingerprints of slow statements, without their values', () => {
    const { lines, log } = collect();
    const record = slowStatementLog(log, 100);
    record({ text: 'select 1' }, 0.099);
    expect(lines).toEqual([]);
    record({ text: 'select a from t where id in ($1)' }, 0.1);
    record({ text: 'select a from t where id in ($1, $2)' }, 2);
    record({ text: 'select b from t' }, 0.3);
    expect(lines).toMatchObject([
      { msg: 'slow statement', ms: 100, statement: 'select a from t where id in (?)' },
      { msg: 'slow statement', ms: 300, statement: 'select b from t' },
    ]);
    const [first, second] = lines.map(({ fingerprint }) => fingerprint);
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    record({ text: 'select a from t where id in ($1, $2)' }, 0.5);
    vi.advanceTimersByTime(REPEAT_INTERVAL_MS);
    expect(lines[2]).toMatchObject({ msg: 'slow statement', fingerprint: first, repeated: 2, ms: 2_000 });
    record({ text: 'select a from t where id in ($1)' }, 0.2);
    vi.advanceTimersByTime(REPEAT_INTERVAL_MS);
    expect(lines[3]).toMatchObject({ fingerprint: first, repeated: 1, ms: 200 });
  });
});

it('logs slow statements of the site without their values', async () => {
  const lines: string[] = [];
  const app = await createTestApp({
    env: { SLOW_STATEMENT_MS: '50' },
    log: createLog('info', { write: (line) => lines.push(line) }),
  });
  // This statement is slow on both databases. Its delay is short, because `pg_sleep` blocks the process on PGlite.
  await query(app.site.db, sql`select pg_sleep(0.06), ${'a secret value'}::text as "slowColumn"`);
  await app.close();
  const logged = lines.filter((line) => line.includes('slowColumn'));
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] as string)).toMatchObject({
    msg: 'slow statement',
    statement: 'select pg_sleep(?), ?::text as "slowColumn"',
  });
  expect(lines.join()).not.toContain('a secret value');
});
