import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { forEachSettled } from '../db/batches.ts';
import { query, sql } from '../db/db.ts';
import { loggedError, redactErrors } from './log.ts';

const SECRET = 'nobody-may-read-this';

describe('the log', () => {
  it('reports a failed statement without its parameters', async () => {
    const lines: string[] = [];
    const log = redactErrors(pino({}, { write: (line: string) => lines.push(line) }));
    const app = await createTestApp();
    const failure = await query(app.site.db, sql`select ${SECRET}::text, ${'x'}::integer`).catch(
      (error) => error,
    );
    await app.close();
    // PGlite's error has the value in its properties. PostgreSQL's may not have it.
    if (app.site.database.pglite) expect(JSON.stringify({ ...failure })).toContain(SECRET);

    log.error({ err: failure }, 'failed');
    log.child({ reqId: 1 }).error({ err: new Error('outer', { cause: failure }) }, 'failed');
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain(SECRET);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '22P02', stack: expect.any(String) } });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: { message: 'outer', cause: { code: '22P02' } } });
  });

  it('has the errors of only the first few of many failed operations', async () => {
    const failures = Array.from({ length: 9 }, (_, at) => new Error(`failed ${at}`));
    const failing = forEachSettled(failures, (failure) => Promise.reject(failure));
    const logged = loggedError(await failing.catch((error) => error)) as { errors: unknown[] };
    expect(logged).toMatchObject({ message: '9 of 9 failed', errors: { 0: { message: 'failed 0' } } });
    expect(logged.errors).toHaveLength(5);
  });

  it('leaves other values unchanged', () => {
    expect(loggedError('a text')).toBe('a text');
    expect(loggedError(undefined)).toBeUndefined();
  });
});
