import { LIMITS, STAFF_BUDGETS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue, queryValues } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { setRole } from '../accounts/service.ts';
import { waitForMail } from '../accounts/testing.ts';
import { setRules } from '../chat/testing.ts';
import { addCategory, categoriesOf, removeCategory } from '../forum/testing.ts';
import { createStaff, suspendOf } from '../moderation/testing.ts';
import { performReportAction } from '../reports/testing.ts';
import { confirmStop, createPost, latestCode, latestRemoval, restoreEntry, undoSince } from './testing.ts';

const app = useTestApp();

const { points, ms } = STAFF_BUDGETS.suspensions;

/** Suspend a player `count` times, one after the other, and return the status codes. */
async function suspendRepeatedly(by: TestPlayer, { id }: TestPlayer, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await suspendOf(by, id)).status);
  return statuses;
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);
const recordedBy = ({ id }: TestPlayer) =>
  queryValue<number>(
    app.site.db,
    sql`select count(*)::integer from audit_log where actor_id = ${id} and kind = 'suspension.begin'`,
  );
const stopOf = async (viewer: TestPlayer, { id }: TestPlayer) =>
  (await viewer.call('GET /api/admin/staff-stops')).body.find(({ actorId }) => actorId === id);

describe('a staff budget', () => {
  it('stops a moderator after the last allowed action until an admin allows them to continue', async () => {
    const [admin, moderator] = [await createStaff(app, 'admin', 'Warned.Admin'), await createStaff(app)];
    const player = await app.player();
    const alerts = async () =>
      (await admin.call('GET /api/notifications')).body.items.map(({ title }) => title);
    await suspendRepeatedly(moderator, player, points / 2 - 1);
    expect(await alerts()).toEqual([]);
    await suspendRepeatedly(moderator, player, points / 2);
    expect(await alerts()).toEqual(['Unusual staff activity']);
    expect(await suspendRepeatedly(moderator, player, 2)).toEqual([200, 429]);
    expect(await alerts()).toEqual(['Staff member stopped', 'Unusual staff activity']);
    const mail = await waitForMail(app, 'warned.admin@test.invalid', 'reached the limit “Suspensions” (');
    expect(mail.text).toContain('/admin/audit');

    app.clock.advance(ms + 1);
    expect(await suspendRepeatedly(moderator, player, 1)).toEqual([429]);
    // The moderator can still delete posts, because deletions have a separate budget.
    const post = await createPost(admin);
    expect((await moderator.call('DELETE /api/feed/{id}', { params: { id: post } })).status).toBe(200);

    expect(await stopOf(admin, moderator)).toEqual({
      actorId: moderator.id,
      actorName: moderator.username,
      budget: 'suspensions',
      stoppedAt: new Date(app.clock.now().getTime() - ms - 1).toISOString(),
      confirmation: 'password',
    });
    expect((await confirmStop(moderator, moderator.id, 'suspensions')).status).toBe(403);
    expect((await confirmStop(admin, moderator.id, 'suspensions', { password: 'a guess' })).status).toBe(400);
    const confirmed = await Promise.all([1, 2].map(() => confirmStop(admin, moderator.id, 'suspensions')));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await suspendRepeatedly(moderator, player, 3)).toEqual(times(3, 200));
    expect(await stopOf(admin, moderator)).toBeUndefined();
  });

  it('stops a moderator who dismisses too many reports or warns too many players', async () => {
    const [moderator, reporter, player] = [await createStaff(app), await app.player(), await app.player()];
    const { reports, warnings } = STAFF_BUDGETS;
    const ids = await queryValues<number>(
      app.site.db,
      sql`insert into reports (kind, subject_id, reporter_id, reported_id, reason, copy_text, created_at)
          select 'post', n, ${reporter.id}, ${player.id}, 'Spam', 'Said', ${app.clock.now()}
          from generate_series(1, ${reports.points + 2}::integer) n returning id`,
    );
    const resolveNext = async (outcome: string) =>
      (
        await performReportAction(moderator, ids.pop() ?? 0, {
          action: 'resolve',
          outcome,
          ...(outcome === 'warn' && { text: 'Send me your password' }),
        })
      ).status;
    for (let n = 0; n < warnings.points; n++) expect(await resolveNext('warn')).toBe(200);
    expect(await resolveNext('warn')).toBe(429);
    for (let n = warnings.points; n < reports.points; n++) expect(await resolveNext('dismiss')).toBe(200);
    expect(await resolveNext('dismiss')).toBe(429);
    const unread = (await player.call('GET /api/notifications', { query: { limit: 50 } })).body.items;
    expect(unread).toHaveLength(warnings.points);
  });

  it('stops a moderator who keeps changing the rules of the Lobby', async () => {
    const [moderator, { points: most }] = [await createStaff(app), STAFF_BUDGETS.lobby];
    const statuses: number[] = [];
    for (let n = 0; n <= most; n++)
      statuses.push((await setRules(moderator, { slowModeSeconds: n + 1, settledOnly: true })).status);
    expect(statuses).toEqual([...times(most, 200), 429]);
  });

  it('stops an admin who restores too much content', async () => {
    const [admin, moderator, player] = [
      await createStaff(app, 'admin'),
      await createStaff(app),
      await app.player(),
    ];
    const start = app.clock.now();
    const entries: number[] = [];
    for (let n = 0; n < 3; n++) {
      const id = await createPost(player);
      await moderator.call('DELETE /api/feed/{id}', { params: { id } });
      entries.push(await latestRemoval(app));
    }
    await query(
      app.site.db,
      sql`insert into audit_log (kind, actor_id, created_at)
          select 'content.restore', ${admin.id}, ${app.clock.now()}
          from generate_series(1, ${STAFF_BUDGETS.restores.points * 2 - 2}::integer)`,
    );
    expect((await restoreEntry(admin, entries[0] ?? 0)).status).toBe(200);
    expect((await undoSince(admin, moderator.id, start)).body).toMatchObject({ content: 2, failed: 0 });
    expect((await undoSince(admin, moderator.id, start)).status).toBe(429);
    const id = await createPost(player);
    await moderator.call('DELETE /api/feed/{id}', { params: { id } });
    expect((await restoreEntry(admin, await latestRemoval(app))).status).toBe(429);
  });

  it('prevents a stopped admin from deleting a category', async () => {
    const [admin, other, player] = [
      await createStaff(app, 'admin'),
      await createStaff(app, 'admin'),
      await app.player(),
    ];
    const { db } = app.site;
    const add = async (slug: string) => (await addCategory(other, { slug, title: slug })).body.category.id;
    const into = await add('into');
    const most = STAFF_BUDGETS.categories.points * 2;
    for (let n = 0; n < most; n++)
      expect((await removeCategory(admin, await add(`empty-${n}`))).status).toBe(200);
    const full = await add('full');
    await query(
      db,
      sql`insert into forum_threads (category_id, user_id, title, folded_title, created_at, updated_at)
          select ${full}, ${player.id}, 'Of many', 'of many', ${app.clock.now()}, ${app.clock.now()}
          from generate_series(1, 1200)`,
    );
    await query(db, sql`update forum_categories set thread_count = 1200 where id = ${full}`);
    const threadsIn = (id: number) =>
      queryValue<number>(db, sql`select count(*)::integer from forum_threads where category_id = ${id}`);
    const counts = async () => [await threadsIn(full), await threadsIn(into)];
    expect((await removeCategory(admin, full, { moveTo: into })).status).toBe(429);
    expect(await counts()).toEqual([1200, 0]);

    // Simulate a crash after each statement in turn. After a crash before the commit, nothing has changed.
    // After a crash that follows the commit, everything is done.
    const exists = async () => (await categoriesOf(player)).some(({ id }) => id === full);
    let failures = 0;
    while (await exists()) {
      expect(await counts()).toEqual([1200, 0]);
      await failAfterStatement(app, ++failures, () => removeCategory(other, full, { moveTo: into }));
    }
    expect(failures).toBeGreaterThan(5);
    expect(await counts()).toEqual([0, 1200]);
    expect((await restoreEntry(other, await latestRemoval(app))).status).toBe(200);
    expect(await counts()).toEqual([1200, 0]);
  });

  it('counts only actions within its period', async () => {
    const [moderator, player] = [await createStaff(app), await app.player()];
    await suspendRepeatedly(moderator, player, points - 1);
    app.clock.advance(ms + 1);
    expect(await suspendRepeatedly(moderator, player, 3)).toEqual(times(3, 200));
  });

  it('applies to concurrent requests', async () => {
    for (const role of ['moderator', 'admin'] as const) {
      const [staff, ...players] = [await createStaff(app, role), await app.player(), await app.player()];
      const most = role === 'admin' ? points * 2 : points;
      const calls = await Promise.all(
        Array.from({ length: most + 10 }, (_, n) => suspendOf(staff, players[n % 2]?.id ?? 0)),
      );
      expect(calls.map(({ status }) => status).sort()).toEqual([...times(most, 200), ...times(10, 429)]);
      expect(await recordedBy(staff)).toBe(most);
    }
  });

  it('ignores rejected and failed actions', async () => {
    const [moderator, player] = [await createStaff(app), await app.player()];
    let failures = 0;
    while (await failAfterStatement(app, failures + 1, () => suspendOf(moderator, player.id))) failures++;
    expect(failures).toBeGreaterThan(5);
    expect((await suspendOf(moderator, moderator.id)).status).toBe(403);
    const counted = await recordedBy(moderator);
    expect(await suspendRepeatedly(moderator, player, points - counted + 1)).toEqual([
      ...times(points - counted, 200),
      429,
    ]);
  });

  it('keeps an admin stopped until another admin allows them to continue', async () => {
    const [first, second] = [await createStaff(app, 'admin'), await createStaff(app, 'admin')];
    await suspendRepeatedly(first, await app.player(), points * 2);
    expect(await stopOf(first, first)).toMatchObject({ confirmation: 'none' });
    const of = { params: { actorId: first.id, budget: 'suspensions' } };
    expect((await confirmStop(first, first.id, 'suspensions')).status).toBe(403);
    expect((await first.call('POST /api/admin/staff-stops/{actorId}/{budget}/code', of)).status).toBe(403);
    expect((await confirmStop(second, first.id, 'suspensions')).status).toBe(200);
  });

  it('lets the only admin continue with the password and an emailed code', async () => {
    const [only, player] = [await createStaff(app, 'admin', 'Only.Admin'), await app.player()];
    const { body } = await only.call('GET /api/admin/users', { query: { limit: 100 } });
    for (const { username, role } of body)
      if (role === 'admin' && username !== only.username)
        await setRole(app.site.db, app.site, { username, role: 'player' });
    await suspendRepeatedly(only, player, points * 2);
    expect(await suspendRepeatedly(only, player, 1)).toEqual([429]);
    const of = { params: { actorId: only.id, budget: 'suspensions' } };
    const requestCode = async () => {
      expect((await only.call('POST /api/admin/staff-stops/{actorId}/{budget}/code', of)).status).toBe(200);
      return latestCode(app, 'only.admin@test.invalid');
    };
    const confirm = async (body: { password?: string; code?: string }) =>
      (await confirmStop(only, only.id, 'suspensions', body)).status;
    expect(await confirm({})).toBe(400);
    const code = await requestCode();
    expect(await confirm({ code, password: 'a guess' })).toBe(400);
    app.clock.advance(LIMITS.staffCodeMs);
    expect(await confirm({ code })).toBe(400);
    const next = await requestCode();
    expect(await confirm({ code })).toBe(400);
    expect(await confirm({ code: next.toLowerCase() })).toBe(200);
    expect(await suspendRepeatedly(only, player, 1)).toEqual([200]);
  });
});
