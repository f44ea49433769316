import { LIMITS } from '@rivalhold/shared/limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryValue, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { setRole } from '../accounts/service.ts';
import { waitForMail } from '../accounts/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { confirmStop, createPost } from './testing.ts';

const app = useTestApp();
let author: TestPlayer;
beforeAll(async () => {
  author = await app.player();
});

const { points, ms } = LIMITS.staffBudgets.threads;

/** Delete a new thread of the author, and return the status. */
const categoryId = async () => (await author.call('GET /api/forum-categories')).body[0]?.id ?? 0;
async function createThreads(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { body } = await author.call('POST /api/forum-threads', {
      body: { categoryId: await categoryId(), title: `Thread ${n}`, body: 'Text' },
    });
    ids.push(body.post.id);
  }
  return ids;
}
const remove = async (by: TestPlayer, id: number) =>
  (await by.call('DELETE /api/forum-posts/{id}', { params: { id } })).status;
const removeAll = async (by: TestPlayer, ids: number[]) => {
  const statuses: number[] = [];
  for (const id of ids) statuses.push(await remove(by, id));
  return statuses;
};
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('a budget of staff', () => {
  it('stops a moderator with the last action until an admin confirms, also after its time', async () => {
    const [admin, moderator] = [await createStaff(app, 'admin', 'Warned.Admin'), await createStaff(app)];
    const ids = await createThreads(points + 3);
    const alerts = async () =>
      (await admin.call('GET /api/notifications')).body.items.map(({ title }) => title);
    await removeAll(moderator, ids.slice(0, points / 2 - 1));
    expect(await alerts()).toEqual([]);
    await removeAll(moderator, ids.slice(points / 2 - 1, points - 1));
    expect(await alerts()).toEqual(['Unusual staff activity']);
    expect(await removeAll(moderator, ids.slice(points - 1, points + 1))).toEqual([200, 429]);
    expect(await alerts()).toEqual(['Staff member stopped', 'Unusual staff activity']);
    const mail = await waitForMail(app, 'warned.admin@test.invalid', 'thread deletions and is stopped');
    expect(mail.text).toContain('/admin/audit');

    app.clock.advance(ms + 1);
    expect(await remove(moderator, ids[points] ?? 0)).toBe(429);
    // Other budgets are their own.
    const post = await createPost(author);
    expect((await moderator.call('DELETE /api/feed/{id}', { params: { id: post } })).status).toBe(200);

    const stops = (await admin.call('GET /api/admin/staff-stops')).body;
    expect(stops).toEqual([
      {
        actorId: moderator.id,
        actorName: moderator.username,
        budget: 'threads',
        stoppedAt: new Date(app.clock.now().getTime() - ms - 1).toISOString(),
        confirmation: 'password',
      },
    ]);
    expect((await confirmStop(moderator, moderator.id, 'threads')).status).toBe(403);
    expect((await confirmStop(admin, moderator.id, 'threads', { password: 'a guess' })).status).toBe(400);
    const confirmed = await Promise.all([1, 2].map(() => confirmStop(admin, moderator.id, 'threads')));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await removeAll(moderator, ids.slice(points))).toEqual([200, 200, 200]);
    expect((await admin.call('GET /api/admin/staff-stops')).body).toEqual([]);
  });

  it('counts within its time only', async () => {
    const moderator = await createStaff(app);
    const ids = await createThreads(points + 2);
    await removeAll(moderator, ids.slice(0, points - 1));
    app.clock.advance(ms + 1);
    expect(await removeAll(moderator, ids.slice(points - 1))).toEqual(times(3, 200));
  });

  it('holds for requests at once, and is twice as large for admins', async () => {
    for (const role of ['moderator', 'admin'] as const) {
      const staff = await createStaff(app, role);
      const most = role === 'admin' ? points * 2 : points;
      const ids = await createThreads(most + 10);
      const statuses = await Promise.all(ids.map((id) => remove(staff, id)));
      expect(statuses.sort()).toEqual([...times(most, 200), ...times(10, 429)]);
      const recorded = await queryValue<number>(
        app.site.db,
        sql`select count(*)::integer from audit_log where actor_id = ${staff.id} and kind = 'thread.delete'`,
      );
      expect(recorded).toBe(most);
    }
  });

  it('counts an action once that fails, is repeated, or is already done', async () => {
    const moderator = await createStaff(app);
    const ids = await createThreads(points + 1);
    const [first = 0, ...rest] = ids;
    let failures = 0;
    while (await failAfterStatement(app, failures + 1, () => remove(moderator, first))) failures++;
    expect(failures).toBeGreaterThan(10);
    expect(await remove(moderator, first)).toBe(404);
    expect(await removeAll(moderator, rest)).toEqual([...times(points - 1, 200), 429]);
  });

  it('of an admin is confirmed by another admin', async () => {
    const [first, second] = [await createStaff(app, 'admin'), await createStaff(app, 'admin')];
    await removeAll(first, await createThreads(points * 2));
    const [stop] = (await first.call('GET /api/admin/staff-stops')).body.filter(
      ({ actorId }) => actorId === first.id,
    );
    expect(stop).toMatchObject({ confirmation: 'none' });
    const of = { params: { actorId: first.id, budget: 'threads' } };
    expect((await confirmStop(first, first.id, 'threads')).status).toBe(403);
    expect((await first.call('POST /api/admin/staff-stops/{actorId}/{budget}/code', of)).status).toBe(403);
    expect((await confirmStop(second, first.id, 'threads')).status).toBe(200);
  });

  it('of the only admin is confirmed by password and a mailed code', async () => {
    const only = await createStaff(app, 'admin', 'Only.Admin');
    const { body } = await only.call('GET /api/admin/users', { query: { limit: 100 } });
    for (const { username, role } of body)
      if (role === 'admin' && username !== only.username)
        await setRole(app.site.db, app.site, { username, role: 'player' });
    await removeAll(only, await createThreads(points * 2));
    expect(await remove(only, (await createThreads(1))[0] ?? 0)).toBe(429);
    const of = { params: { actorId: only.id, budget: 'threads' } };
    expect((await confirmStop(only, only.id, 'threads')).body.errors).toHaveProperty('code');
    expect((await only.call('POST /api/admin/staff-stops/{actorId}/{budget}/code', of)).status).toBe(200);
    const code = async () =>
      /^[0-9A-F]{16}$/m.exec(
        (await waitForMail(app, 'only.admin@test.invalid', 'Enter this code')).text,
      )?.[0] ?? '';
    const first = await code();
    expect((await confirmStop(only, only.id, 'threads', { code: first, password: 'a guess' })).status).toBe(
      400,
    );
    app.clock.advance(LIMITS.staffCodeMs);
    expect((await confirmStop(only, only.id, 'threads', { code: first })).status).toBe(400);
    await only.call('POST /api/admin/staff-stops/{actorId}/{budget}/code', of);
    const second = await waitForMail(app, 'only.admin@test.invalid', 'Enter this code').then(async () => {
      let found = await code();
      while (found === first) found = await code();
      return found;
    });
    expect((await confirmStop(only, only.id, 'threads', { code: second.toLowerCase() })).status).toBe(200);
    expect(await remove(only, (await createThreads(1))[0] ?? 0)).toBe(200);
  });
});
