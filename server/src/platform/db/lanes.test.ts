import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { Relay } from '../../testing/relay.ts';
import { Lanes } from './lanes.ts';

const NUMBER = 'select $1::integer as n';

const connectionString = process.env.TEST_DATABASE_URL;

describe('reads that share connections', () => {
  let pool: pg.Pool;
  let lanes: Lanes;
  afterEach(async () => {
    lanes.close();
    await pool.end();
  });

  /** With lanes of its own, all of them open. */
  async function open(most: number, settings: pg.PoolConfig = {}): Promise<void> {
    pool = new pg.Pool({
      connectionString,
      max: 8,
      pipeline: true,
      application_name: 'lanes',
      ...settings,
    } as pg.PoolConfig);
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    lanes = new Lanes(pool, most);
    while (lanes.size < most) {
      await Promise.all(Array.from({ length: 17 * most }, () => lanes.read(NUMBER, [0])));
      await sleep(5);
    }
  }

  it('are each given their own answer, however many are sent at once', async () => {
    await open(2);
    const asked = Array.from({ length: 16 }, (_, n) => n);
    expect(await Promise.all(asked.map((n) => lanes.read(NUMBER, [n])))).toEqual(asked.map((n) => [{ n }]));
    expect([lanes.size, pool.totalCount]).toEqual([2, 2]);
  });

  it('leave what there is no room for to connections of their own', async () => {
    await open(1);
    const asked = Array.from({ length: 12 }, (_, n) => lanes.read(NUMBER, [n]));
    expect(lanes.waiting).toBe(7);
    expect((await Promise.all(asked)).filter((rows) => rows === undefined)).toHaveLength(4);
    expect(lanes.waiting).toBe(0);
  });

  it('are nothing that changes, locks or waits', async () => {
    await open(1);
    for (const text of [
      'insert into nowhere values ($1)',
      'with gone as (delete from nowhere returning 1) select $1 from gone',
      'select $1 from nowhere for no key update',
      'select pg_sleep($1)',
      'UPDATE nowhere set a = $1',
      'analyze',
    ])
      expect(await lanes.read(text, [1])).toBeUndefined();
    expect(await lanes.read('select $1::text as updated_at', ['x'])).toEqual([{ updated_at: 'x' }]);
  });

  it('do not fail with one that does', async () => {
    await open(1);
    const settled = await Promise.allSettled(
      [1, 'no number', 3].map((value) => lanes.read('select 6 / $1::integer as n', [value])),
    );
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
      [{ n: 6 }],
      '22P02',
      [{ n: 2 }],
    ]);
    expect(lanes.size).toBe(1);
  });

  it('are not sent after one that takes long', async () => {
    await open(2);
    const SLOW = `select count(*)::integer as n from generate_series(1, $1::integer) a, generate_series(1, 1000) b`;
    const slow = lanes.read(SLOW, [10_000]);
    await sleep(100);
    let isOver = false;
    void slow.then(() => (isOver = true));
    const quick = await Promise.all(Array.from({ length: 8 }, (_, n) => lanes.read(NUMBER, [n])));
    expect([quick.length, quick.includes(undefined), isOver]).toEqual([8, false, false]);
    expect(await slow).toEqual([{ n: 10_000_000 }]);
  });

  it('go on elsewhere when their connection is lost', async () => {
    await open(1);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanes' and pid <> pg_backend_pid()",
    );
    await waitFor(() => expect(lanes.size).toBe(0));
    expect(await lanes.read(NUMBER, [1])).toBeUndefined();
    await waitFor(async () => expect(await lanes.read(NUMBER, [2])).toEqual([{ n: 2 }]));
  });

  it('are not sent after one that was not answered in time', async () => {
    const relay = new Relay(connectionString);
    await relay.open();
    await open(1, { connectionString: relay.through(connectionString as string), query_timeout: 500 });
    relay.vanish();
    const first = lanes.read(NUMBER, [1]);
    const after = first.catch(() => lanes.read(NUMBER, [3]));
    // Its own time is not over when that of the first is.
    await sleep(20);
    const behind = lanes.read(NUMBER, [2]);
    await expect(first).rejects.toThrow('Query read timeout');
    expect(await Promise.all([behind, after])).toEqual([undefined, undefined]);
    await waitFor(async () => expect(await lanes.read(NUMBER, [4])).toEqual([{ n: 4 }]));
    relay.shut();
  });

  it('are answered before their connection is given back', async () => {
    await open(1);
    const asked = [1, 2, 3].map((n) => lanes.read(NUMBER, [n]));
    lanes.close();
    expect(await Promise.all(asked)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect([await lanes.read(NUMBER, [4]), lanes.size]).toEqual([undefined, 0]);
  });
});
