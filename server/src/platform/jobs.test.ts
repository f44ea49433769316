import { describe, expect, it, vi } from 'vitest';
import { readMails } from '../features/accounts/testing.ts';
import { useTestApp } from '../testing.ts';
import { run, transaction } from './db/db.ts';
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

describe('jobs', () => {
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
