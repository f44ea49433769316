import { expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { signUpBody, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { setRole } from '../accounts/service.ts';
import { openFightOf } from '../combat/testing.ts';
import { listSanctionChanges, undoSanctionChange } from './service.ts';
import { createStaff, muteOf, restoreOf, suspendOf } from './testing.ts';

const app = useTestApp();

/** Undo a staff member's changes to sanctions since a given time, and return how many sanctions were undone. */
async function undo({ id: adminId }: TestPlayer, { id: actorId }: TestPlayer, since: Date): Promise<number> {
  const { db } = app.site;
  let count = 0;
  for (const change of await listSanctionChanges(db, { actorId, since }))
    if (await undoSanctionChange(db, app.site, adminId, change)) count++;
  return count;
}

it('undoing a sanction also lifts it from the player’s email address', async () => {
  const [admin, thief, player] = [
    await createStaff(app, 'admin'),
    await createStaff(app),
    await app.player(),
  ];
  const since = app.clock.now();
  await muteOf(thief, player.id);
  await suspendOf(thief, player.id);
  expect(await undo(admin, thief, since)).toBe(2);
  expect(await query(app.site.db, sql`select * from address_sanctions`)).toEqual([]);
  await admin.call('DELETE /api/admin/users/{id}', { params: { id: player.id } });
  const email = `${player.username.toLowerCase()}@test.invalid`;
  const again = await app.browser().call('POST /api/users', { body: { ...signUpBody(uniqueName()), email } });
  expect([again.status, again.body.user.mutedUntil]).toEqual([201, null]);
});

it('undoing a sanction restores the earlier sanction of the email address', async () => {
  const [admin, honest, thief] = [
    await createStaff(app, 'admin'),
    await createStaff(app),
    await createStaff(app),
  ];
  const player = await app.player();
  const first = await muteOf(honest, player.id, { duration: '1d', reason: 'Spam' });
  app.clock.advance(1_000);
  await muteOf(thief, player.id, { duration: '1y' });
  expect(await undo(admin, thief, app.clock.now())).toBe(1);
  const rows = await query(app.site.db, sql`select muted_until, mute_reason from address_sanctions`);
  expect(rows).toEqual([{ muted_until: new Date(first.body.mute.mutedUntil), mute_reason: 'Spam' }]);
});

it('restoring a suspension that was lifted ends the player’s fights', async () => {
  const [admin, honest, thief] = [
    await createStaff(app, 'admin'),
    await createStaff(app),
    await createStaff(app, 'admin'),
  ];
  const [player, other, another] = [await app.player(), await app.player(), await app.player()];
  await suspendOf(honest, player.id);
  app.clock.advance(1_000);
  const since = app.clock.now();
  expect((await restoreOf(thief, player.id)).status).toBe(200);
  for (const opponent of [other, another]) expect((await openFightOf(opponent, player)).status).toBe(200);
  expect(await undo(admin, thief, since)).toBe(1);
  for (const opponent of [other, another])
    expect((await opponent.call('GET /api/combat/open')).body).toEqual([]);
  const fights = await query(
    app.site.db,
    sql`select status, winner_id from fights where ${player.id} in (attacker_id, defender_id) order by id`,
  );
  expect(fights).toEqual([other, another].map(({ id }) => ({ status: 'over', winner_id: id })));
});

it('undoing sanctions is rejected for a former admin', async () => {
  const [admin, thief, player] = [
    await createStaff(app, 'admin'),
    await createStaff(app),
    await app.player(),
  ];
  await createStaff(app, 'admin');
  const since = app.clock.now();
  await muteOf(thief, player.id);
  await setRole(app.site.db, app.site, { username: admin.username, role: 'moderator' });
  await expect(undo(admin, thief, since)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await player.user())?.mutedUntil).not.toBeNull();
});
