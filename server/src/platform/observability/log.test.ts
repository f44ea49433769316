import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { hooking } from '../../testing/statements.ts';
import { forEachSettled } from '../db/batches.ts';
import { sql } from '../db/db.ts';
import { AppError } from '../errors.ts';
import { createLog, loggedError } from './log.ts';
import { REPEAT_INTERVAL_MS } from './repeated-lines.ts';

const SECRET = 'nobody-may-read-this';

describe('the server log', () => {
  it('reports a failed statement without its parameters', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const app = await createTestApp();
    const failure = await query(app.site.db, sql`select ${SECRET}::text, ${'x'}::integer`).catch(
      (error) => error,
    );
    await app.close();
    // Check that the error contains the secret, because the log would otherwise have nothing to leave out. Check this
    // only for the embedded database, because an error of PostgreSQL might not contain the secret.
    if (app.site.database.pglite) expect(JSON.stringify({ ...failure })).toContain(SECRET);

    log.error({ err: failure }, 'failed');
    log.child({ reqId: 1 }).error({ err: new Error('outer', { cause: failure }) }, 'failed');
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain(SECRET);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '22P02', stack: expect.any(String) } });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: { message: 'outer', cause: { code: '22P02' } } });
  });

  it('contains at most five of the errors of an AggregateError', async () => {
    const failures = Array.from({ length: 9 }, (_, at) => new Error(`failed ${at}`));
    const failing = forEachSettled(failures, (failure) => Promise.reject(failure));
    const logged = loggedError(await failing.catch((error) => error)) as { errors: unknown[] };
    expect(logged).toMatchObject({ message: '9 of 9 failed', errors: { 0: { message: 'failed 0' } } });
    expect(logged.errors).toHaveLength(5);
  });

  it('leaves values that are not errors unchanged', () => {
    expect(loggedError('a string')).toBe('a string');
    expect(loggedError(undefined)).toBeUndefined();
  });

  it('reports an outage once, and then the number of repetitions every minute', () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (let n = 0; n < 100; n++) {
      log.child({ reqId: n }).error({ err: new Error('outer', { cause: refused() }) }, 'request failed');
      log.error({ err: refused() }, 'job failed');
    }
    log.error(refused());
    const read = () => lines.splice(0).map((line) => JSON.parse(line));
    expect(read()).toMatchObject([
      { msg: 'request failed', reqId: 0 },
      { msg: 'job failed' },
      { err: { code: 'ECONNREFUSED' } },
    ]);
    vi.advanceTimersByTime(REPEAT_INTERVAL_MS);
    expect(read()).toMatchObject([
      { msg: 'request failed', error: 'ECONNREFUSED', repeated: 99 },
      { msg: 'job failed', error: 'ECONNREFUSED', repeated: 99 },
    ]);
    vi.useRealTimers();
  });

  it('contains every error that is not an outage', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    for (let n = 0; n < 3; n++) log.error({ err: new Error('a bug') }, 'request failed');
    log.warn('a warning');
    expect(lines).toHaveLength(4);
  });

  it('reports an AggregateError only once if all its errors come from the same outage', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const settle = (failures: Error[]) =>
      forEachSettled(failures, (failure) => Promise.reject(failure)).catch((err) =>
        log.error({ err }, 'job failed'),
      );
    for (let n = 0; n < 3; n++) await settle([refused, new Error('outer', { cause: refused })]);
    expect(lines).toHaveLength(1);
    for (let n = 0; n < 3; n++) await settle([refused, new Error('a bug')]);
    expect(lines).toHaveLength(4);
  });

  it('reports `unavailable` errors with the same reason only once', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    for (const reason of ['Too many videos.', 'Payments are off.', 'Too many videos.'])
      log.error({ err: new AppError('unavailable', reason) }, 'request failed');
    expect(lines).toHaveLength(2);
  });

  it('contains only a few lines if many requests fail in an outage', async () => {
    const lines: string[] = [];
    const app = await createTestApp({ log: createLog('warn', { write: (line) => lines.push(line) }) });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await hooking(app, { before: () => Promise.reject(refused) }, async () => {
      for (let n = 0; n < 20; n++) expect((await app.browser().fetch('/readyz')).status).toBe(503);
    });
    await app.close();
    expect(lines.filter((line) => line.includes('the database does not respond'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(1);
  });
});
