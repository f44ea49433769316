import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { readMails } from '../../features/accounts/testing.ts';
import { createTestApp, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { sql, transaction } from '../db/db.ts';
import { sendMail } from '../mail/mail.ts';
import { Jobs } from './jobs.ts';

const app = useTestApp();

const HAIL = { subject: 'Hail', text: ['Hail'] };

const send = (to: string[]) =>
  transaction(app.site.db, async (tx) => {
    for (const one of to)
      await sendMail(app.site, tx, { email: one, username: 'One' }, { subject: 'Hail', text: [`To ${one}`] });
  });
const arrived = async (sender: string, node = app) =>
  (await readMails(node)).map(({ to }) => to).filter((to) => to.includes(sender));

/** Start a second `Jobs` instance on the site's database. It defines only one kind of job. */
async function another(
  name: string,
  run: (n: number) => Promise<unknown>,
  { cron, schedule = false }: { cron?: string; schedule?: boolean } = {},
): Promise<Jobs> {
  const { config, database, metrics, log } = app.site;
  const jobs = new Jobs({ ...config, pglite: database.pglite }, { log, metrics, tracing: null, schedule });
  jobs.define<{ n: number }>(name, { run: async ({ n }) => void (await run(n)), ...(cron && { cron }) });
  await jobs.start();
  return jobs;
}
const ask = (jobs: Jobs, name: string, count: number) =>
  transaction(app.site.db, async (tx) => {
    for (let n = 0; n < count; n++) await jobs.send(tx, name, { n });
  });
const statesOf = (name: string) =>
  query<{ state: string; heartbeat: number }>(
    app.site.db,
    sql`select state, heartbeat_seconds as heartbeat from jobs.job where name = ${name} order by state`,
  );

describe('jobs', () => {
  it('each job runs once, even if the server stops before all jobs have run', async () => {
    const done: number[] = [];
    const held = Promise.withResolvers<void>();
    const first = await another('stopped', async (n) => {
      done.push(n);
      if (done.length === 3) await held.promise;
    });
    await ask(first, 'stopped', 12);
    await waitFor(() => expect(done.length).toBe(3));
    const stopped = first.stop();
    held.resolve();
    await stopped;
    expect(done.length).toBe(3);
    await query(
      app.site.db,
      sql`update jobs.job set start_after = now() where name = 'stopped' and state = 'retry'`,
    );

    const second = await another('stopped', async (n) => done.push(n));
    await waitFor(() => expect(done.length).toBeGreaterThanOrEqual(12));
    await second.stop();
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });

  it('each finished job of a batch is marked as completed immediately', async () => {
    const done: number[] = [];
    const dies = Promise.withResolvers<void>();
    const dying = await another('killed', async (n) => {
      if (done.length === 3) return dies.promise;
      done.push(n);
    });
    await ask(dying, 'killed', 6);
    const left = ['active', 'active', 'active', 'completed', 'completed', 'completed'];
    await waitFor(async () => expect((await statesOf('killed')).map(({ state }) => state)).toEqual(left));
    expect((await statesOf('killed')).map(({ heartbeat }) => heartbeat)).toEqual(Array(6).fill(30));
    dies.resolve();
    await dying.stop();
  });

  it('each job of a large batch runs once', async () => {
    const to = Array.from({ length: 50 }, (_, n) => `${n}@rush.test`);
    await send(to);
    await waitFor(async () => expect((await arrived('@rush')).length).toBeGreaterThanOrEqual(50));
    expect((await arrived('@rush')).sort()).toEqual(to.sort());
  });

  it('each job runs once although several nodes run jobs', async () => {
    // Without Redis, a site can have only one node. In this case, `other` is the same node as `app`.
    const other = process.env.TEST_REDIS_URL ? await createTestApp({ sharedWith: app }) : app;
    const to = Array.from({ length: 50 }, (_, n) => `${n}@both.test`);
    // Send half of the jobs on each node to wake the workers of both nodes. Each worker fetches jobs that either node
    // has sent.
    await Promise.all(
      to.map((one, n) =>
        transaction(app.site.db, (tx) =>
          sendMail((n % 2 ? app : other).site, tx, { email: one, username: 'One' }, HAIL),
        ),
      ),
    );
    const isLeft = async () => (await statesOf('mail')).some(({ state }) => state !== 'completed');
    await waitFor(async () => expect(await isLeft()).toBe(false));
    const each = await Promise.all([...new Set([app, other])].map((node) => arrived('@both', node)));
    if (other !== app) await other.close();
    expect(Math.min(...each.map(({ length }) => length))).toBeGreaterThan(0);
    expect(each.flat().sort()).toEqual(to.sort());
  });

  it('a schedule creates only one job per minute although every node checks the schedule', async () => {
    const minutely = (name: string, schedule: boolean) =>
      another(name, async () => {}, { cron: '* * * * *', schedule });
    const asked = (name: string) =>
      query<{ minute: string; state: string }>(
        app.site.db,
        sql`select singleton_on::text as minute, state from jobs.job
         where name = '__pgboss__send-it' and data->>'name' = ${name}`,
      );
    const storeSchedule = async (name: string) => {
      // Start a node to create the queue, which must exist before its schedule is stored.
      await (await minutely(name, false)).stop();
      await query(
        app.site.db,
        sql`insert into jobs.schedule (name, cron, timezone) values (${name}, '* * * * *', 'UTC')`,
      );
    };
    await storeSchedule('minutely');
    const nodes: Jobs[] = [];
    // Wait until each node has checked the stored schedules, which it does when it starts. To know when a node has
    // checked them, store a new schedule before the node starts, and wait for a job of this schedule.
    for (const more of ['minutely-one', 'minutely-two']) {
      await storeSchedule(more);
      // Clear the time of the last check. Otherwise, the next node would not check for half a minute.
      await query(app.site.db, sql`update jobs.version set cron_on = null`);
      nodes.push(await minutely('minutely', true));
      await waitFor(async () => expect(await asked(more)).toHaveLength(1));
    }
    const isLeft = async () => (await asked('minutely')).some(({ state }) => state !== 'completed');
    await waitFor(async () => expect(await isLeft()).toBe(false));
    for (const one of nodes) await one.stop();
    // If a new minute has begun in the meantime, there are two jobs.
    const minutes = new Set((await asked('minutely')).map(({ minute }) => minute));
    expect(minutes.size).toBeGreaterThan(0);
    expect(await asked('minutely')).toHaveLength(minutes.size);
    expect(await statesOf('minutely')).toHaveLength(minutes.size);
  });

  it('a job stores its email in encrypted form', async () => {
    await send(['somebody@sealed.test']);
    const kept = await query<{ data: string }>(
      app.site.db,
      sql`select data::text as data from jobs.job where name = 'mail'`,
    );
    expect(kept.length).toBeGreaterThan(0);
    // Encrypted data cannot match this pattern by chance, because it contains no dots, at signs or spaces.
    expect(JSON.stringify(kept)).not.toMatch(/sealed\.test|@|To /);
    await waitFor(async () => expect(await arrived('@sealed')).toEqual(['somebody@sealed.test']));
  });

  it('jobs are discarded if their transaction is rolled back', async () => {
    const lost = transaction(app.site.db, async (tx) => {
      await sendMail(app.site, tx, { email: 'nobody@rolled.test', username: 'Nobody' }, HAIL);
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await send(['somebody@rolled.test']);
    await waitFor(async () => expect(await arrived('@rolled')).toEqual(['somebody@rolled.test']));
  });
});
