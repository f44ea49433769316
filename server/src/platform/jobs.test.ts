import { describe, expect, it, vi } from 'vitest';
import { readMails } from '../features/accounts/testing.ts';
import { useTestApp } from '../testing.ts';
import { run, transaction } from './db/db.ts';
import { Jobs } from './jobs.ts';
import { sendMail } from './mail.ts';

const app = useTestApp();

const send = (to: string[]) =>
  transaction(app.site.db, async (tx) => {
    for (const one of to) await sendMail(app.site, tx, { to: one, subject: 'Hail', text: `To ${one}` });
  });
const arrived = (sender: string) =>
  readMails(app)
    .map(({ to }) => to)
    .filter((to) => to.includes(sender));

/** What another server of the site does with `jobs` of one kind. */
async function another(name: string, work: (n: number) => Promise<unknown>): Promise<Jobs> {
  const { config, database, metrics, log } = app.site;
  const jobs = new Jobs({ ...config, pglite: database.pglite }, { log, metrics, schedule: false });
  jobs.define<{ n: number }>(name, { work: async ({ n }) => void (await work(n)) });
  await jobs.start();
  return jobs;
}
const ask = (jobs: Jobs, name: string, count: number) =>
  transaction(app.site.db, async (tx) => {
    for (let n = 0; n < count; n++) await jobs.send(tx, name, { n });
  });
const statesOf = (name: string) =>
  run<{ state: string; heartbeat: number }>(
    app.site.db,
    'select state, heartbeat_seconds as heartbeat from jobs.job where name = $1 order by state',
    [name],
  );

describe('jobs', () => {
  it('are done once each when the server stops among them', async () => {
    const done: number[] = [];
    const held = Promise.withResolvers<void>();
    const first = await another('stopped', async (n) => {
      done.push(n);
      if (done.length === 3) await held.promise;
    });
    await ask(first, 'stopped', 12);
    await vi.waitFor(() => expect(done.length).toBe(3));
    const stopped = first.stop();
    held.resolve();
    await stopped;
    expect(done.length).toBe(3);
    await run(
      app.site.db,
      "update jobs.job set start_after = now() where name = 'stopped' and state = 'retry'",
      [],
    );

    const second = await another('stopped', async (n) => done.push(n));
    await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(12));
    await second.stop();
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });

  it('that are done stay done when the server dies among them, and it is missed within half a minute', async () => {
    const done: number[] = [];
    const dies = Promise.withResolvers<void>();
    const dying = await another('killed', async (n) => {
      if (done.length === 3) return dies.promise;
      done.push(n);
    });
    await ask(dying, 'killed', 6);
    const left = ['active', 'active', 'active', 'completed', 'completed', 'completed'];
    await vi.waitFor(async () => expect((await statesOf('killed')).map(({ state }) => state)).toEqual(left));
    expect((await statesOf('killed')).map(({ heartbeat }) => heartbeat)).toEqual(Array(6).fill(30));
    dies.resolve();
    await dying.stop();
  });

  it('work off a rush, each job once', async () => {
    const to = Array.from({ length: 50 }, (_, n) => `${n}@rush.test`);
    await send(to);
    await vi.waitFor(() => expect(arrived('@rush').length).toBeGreaterThanOrEqual(50));
    expect(arrived('@rush').sort()).toEqual(to.sort());
  });

  it('keep a mail so that the database does not tell what it says', async () => {
    await send(['somebody@sealed.test']);
    const kept = await run<{ data: string }>(
      app.site.db,
      "select data::text as data from jobs.job where name = 'mail'",
      [],
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toMatch(/sealed\.test|Hail/);
    await vi.waitFor(() => expect(arrived('@sealed')).toEqual(['somebody@sealed.test']));
  });

  it('are not there when what asked for them is rolled back', async () => {
    const lost = transaction(app.site.db, async (tx) => {
      await sendMail(app.site, tx, { to: 'nobody@rolled.test', subject: 'Hail', text: 'Hail' });
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await send(['somebody@rolled.test']);
    await vi.waitFor(() => expect(arrived('@rolled')).toEqual(['somebody@rolled.test']));
  });
});
