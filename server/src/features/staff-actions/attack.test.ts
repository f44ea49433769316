import { expect, it, vi } from 'vitest';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { sql } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { query, queryValue, queryValues } from '../../testing/queries.ts';
import { insertPlayersSql } from '../../testing/statements.ts';
import { waitForMail } from '../accounts/testing.ts';
import { likeCounterErrors } from '../deletion/testing.ts';
import { createStaff, muteOf, suspendOf } from '../moderation/testing.ts';
import { confirmStop, createPost, undoSince } from './testing.ts';

vi.setConfig({ testTimeout: slowTestTimeout(60_000) });

const app = useTestApp();

const VICTIMS = 70;
const POSTS = 49;
const DAY_MS = 24 * 3_600_000;

const count = (condition: ReturnType<typeof sql>): Promise<number> =>
  queryValue<number>(app.site.db, sql`select count(*)::integer from ${condition}`);
const suspended = () => count(sql`users where suspended_at is not null`);
const muted = () => count(sql`users where muted_until is not null`);
const posts = () => count(sql`posts`);

/** Return how often each status code occurs. */
const tally = (statuses: number[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length ?? 0]),
  );

/** Number of concurrent requests. With more, a busy machine responds to some with 503. */
const CONCURRENT = 10;

/** Return the status code of each call. */
async function statusesOf<T>(
  items: readonly T[],
  call: (item: T) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < items.length; at += CONCURRENT) {
    const results = await Promise.all(items.slice(at, at + CONCURRENT).map(call));
    statuses.push(...results.map(({ status }) => status));
  }
  return statuses;
}

it('a stolen moderator account is stopped by the staff limits, and an admin undoes its actions', async () => {
  const [admin, thief] = [await createStaff(app, 'admin', 'The.Admin'), await createStaff(app)];
  const player = await app.player();
  const { db } = app.site;
  for (const statement of insertPlayersSql(VICTIMS - 1)) await query(db, statement);
  await query(
    db,
    sql`insert into posts (user_id, text, created_at)
        select id, 'By ' || username, ${app.clock.now()} from users where username like 'crowd%'
        order by id limit ${POSTS - 1}`,
  );
  const post = await createPost(player, 'By a player');
  const victims = [
    player.id,
    ...(await queryValues<number>(db, sql`select id from users where username like 'crowd%'`)),
  ];
  const ids = await queryValues<number>(db, sql`select id from posts`);
  const adminPost = await createPost(admin, 'From the admin');
  const of = { params: { id: post } };
  await admin.call('POST /api/feed/{id}/like', of);
  await admin.call('POST /api/feed/{id}/comments', { ...of, body: { body: 'Well said' } });
  const feed = async () =>
    (await admin.call('GET /api/feed', { query: { limit: 50 } })).body.items.map(
      ({ id, likes, commentsCount }) => ({ id, likes, commentsCount }),
    );
  const before = await feed();
  const start = app.clock.now();
  app.clock.advance(1_000);

  const until = new Date(app.clock.now().getTime() + 29 * DAY_MS).toISOString();
  const permanent = await suspendOf(thief, player.id, { until: null, reason: 'Cheats' });
  expect(permanent.status).toBe(400);
  const suspensions = await statusesOf(victims, (id) => suspendOf(thief, id, { until, reason: 'Cheats' }));
  expect(tally(suspensions)).toEqual({ 200: 20, 429: 50 });
  expect(await suspended()).toBe(20);
  const mutes = await statusesOf(victims, (id) => muteOf(thief, id));
  expect(tally(mutes)).toEqual({ 200: 40, 429: 30 });
  const deletions = await statusesOf([...ids, adminPost], (id) =>
    thief.call('DELETE /api/feed/{id}', { params: { id } }),
  );
  expect(tally(deletions)).toEqual({ 200: POSTS + 1 });
  expect(await posts()).toBe(0);

  const { body: received } = await admin.call('GET /api/notifications');
  expect(received.items.map(({ title }) => title).sort()).toEqual([
    'Content of higher-ranking staff was removed',
    'Removed by staff',
    'Staff member stopped',
    'Staff member stopped',
    'Unusual staff activity',
    'Unusual staff activity',
    'Unusual staff activity',
  ]);

  await waitForMail(app, 'the.admin@test.invalid', 'reached the limit “Suspensions” (20)');

  const undone = await undoSince(admin, thief.id, start);
  expect([undone.status, undone.body]).toEqual([
    200,
    { content: POSTS + 1, sanctions: 20 + 40, reports: 0, failed: 0, left: 0 },
  ]);
  expect(
    await count(
      sql`audit_log where actor_id = ${admin.id} and kind in ('content.restore', 'thread.restore')`,
    ),
  ).toBe(0);
  expect([await suspended(), await muted(), await posts()]).toEqual([0, 0, POSTS + 1]);
  expect(await feed()).toEqual(before);
  expect(await likeCounterErrors(app)).toEqual([]);
  expect((await app.browser().signIn(player.username)).status).toBe(200);

  // The thief stays stopped until an admin allows the thief to continue.
  const again = await suspendOf(thief, player.id, { until, reason: 'Again' });
  expect(again.status).toBe(429);
  expect((await confirmStop(admin, thief.id, 'suspensions')).status).toBe(200);
  expect((await suspendOf(thief, player.id, { until, reason: 'Again' })).status).toBe(200);
});
