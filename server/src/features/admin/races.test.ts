import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { verifyLedger } from '../coins/service.ts';
import { auditEntriesAbout, createStaff } from '../moderation/testing.ts';
import { requestFor } from './testing.ts';

/** These tests can find race conditions only on a real PostgreSQL, where connections run concurrently. */
const app = useTestApp();
let admins: [TestPlayer, TestPlayer];
beforeAll(async () => {
  admins = [await createStaff(app, 'admin'), await createStaff(app, 'admin')];
});
afterAll(async () => {
  expect((await verifyLedger(app.site.db)).differences).toEqual([]);
});

const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort();
const balanceOf = async ({ id }: TestPlayer) =>
  (await query<{ coins: number }>(app.site.db, sql`select coins from characters where user_id = ${id}`))[0]
    ?.coins;

it('concurrent changes of a balance lose no coins', async () => {
  const player = await app.player();
  const adjust = (amount: number, n: number) =>
    admins[n % 2]!.call('PATCH /api/admin/users/{id}/coins', requestFor(player, { body: { amount } }));
  expect(await statusesOf(Array.from({ length: 10 }, (_, n) => adjust(n % 2 ? 7 : -5, n)))).toEqual(
    Array.from({ length: 10 }, () => 200),
  );
  expect(await balanceOf(player)).toBe(60);
  expect(await statusesOf(Array.from({ length: 4 }, (_, n) => adjust(-25, n)))).toEqual([200, 200, 409, 409]);
  expect(await balanceOf(player)).toBe(10);
  await adjust(90, 0);
  const buy = () => player.call('POST /api/store/buy', { body: { itemId: 1 } });
  const set = (n: number) =>
    admins[n]!.call('PUT /api/admin/users/{id}', requestFor(player, { body: { coins: 500 } }));
  expect(await statusesOf([buy(), set(0), buy(), set(1), buy()])).toEqual([200, 200, 200, 200, 200]);
  const edits = (await auditEntriesAbout(app, player.id)).filter(({ kind }) => kind === 'stats.edit');
  for (const { after } of edits) expect(after).toBe('coins 500');
});

it('only one of two concurrent promotions or deletions succeeds', async () => {
  const player = await app.player();
  const both = (key: 'PATCH /api/admin/promote/{id}' | 'DELETE /api/admin/users/{id}') =>
    statusesOf(admins.map((one) => one.call(key, requestFor(player))));
  expect(await both('PATCH /api/admin/promote/{id}')).toEqual([200, 409]);
  expect(await both('DELETE /api/admin/users/{id}')).toEqual([200, 404]);
  expect((await auditEntriesAbout(app, player.id)).map(({ kind }) => kind)).toEqual([
    'role.change',
    'user.delete',
  ]);
});

it('two concurrent gifts cannot exceed the carry limit', async () => {
  const player = await app.player();
  const weapon = (await player.call('GET /api/store')).body.find(({ type }) => type === 'weapon')?.id ?? 0;
  const give = (one: TestPlayer) =>
    one.call('POST /api/admin/users/{id}/inventory', requestFor(player, { body: { itemId: weapon } }));
  expect(await statusesOf(admins.map(give))).toEqual([201, 409]);
});

it('a former admin is rejected right after the demotion', async () => {
  const player = await app.player();
  await query(app.site.db, sql`update users set role = 'player' where id = ${admins[1].id}`);
  expect(await statusesOf([admins[1].call('PATCH /api/admin/promote/{id}', requestFor(player))])).toEqual([
    403,
  ]);
});
