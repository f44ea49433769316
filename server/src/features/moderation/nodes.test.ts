import { describe, expect, it } from 'vitest';
import {
  atUrl,
  createTestApp,
  emitRaw,
  firstEvent,
  nextEvent,
  type TestPlayer,
  type TestSocket,
} from '../../testing/app.ts';
import { setRole } from '../accounts/service.ts';
import { createStaff, muteOf, suspendOf } from './testing.ts';

/**
 * Run an action that ends all sessions of a player. Check that the open socket is disconnected, and that requests and
 * new sockets are rejected.
 */
async function expectLogoutAfter(
  act: () => Promise<{ status: number }>,
  { other, socket }: { other: TestPlayer; socket: TestSocket },
): Promise<void> {
  const gone = new Promise((resolve) => socket.once('disconnect', resolve));
  expect((await act()).status).toBe(200);
  await gone;
  await expect.poll(async () => (await other.call('GET /api/friendships')).status).toBe(401);
  await expect(other.socket()).rejects.toThrow();
  other.closeSockets();
}

describe('staff actions on one node', () => {
  if (!process.env.TEST_REDIS_URL) {
    it('use no node registry on a site without Redis', async () => {
      const app = await createTestApp();
      expect(app.site.nodeRegistry).toBeNull();
      await app.close();
    });
    return;
  }

  it('also apply on another node', async () => {
    const here = await createTestApp();
    const there = await createTestApp({ sharedWith: here });
    const [admin, moved] = [await createStaff(here, 'admin'), await here.player()];
    const other = atUrl(there, moved);
    const socket = await other.socket();
    const mutesStatus = async () => (await other.call('GET /api/mod/mutes')).status;
    expect(await mutesStatus()).toBe(403);

    await setRole(here.site.db, here.site, { username: moved.username, role: 'moderator' });
    await firstEvent(socket, 'session:changed');
    await expect.poll(mutesStatus).toBe(200);
    expect(await emitRaw(socket, 'chat message', { text: 'Heard' })).toMatchObject({ ok: true });

    expect((await muteOf(admin, moved.id)).status).toBe(200);
    expect((await firstEvent(socket, 'notify:new')).title).toBe('You are muted');
    const post = async () => (await other.call('POST /api/feed', { body: { body: 'x' } })).body.code;
    await expect.poll(post).toBe('muted');
    const send = () => emitRaw(socket, 'chat message', { text: 'x' });
    await expect.poll(send).toMatchObject({ ok: false, code: 'muted' });

    await expectLogoutAfter(() => suspendOf(admin, moved.id), { other, socket });
    await there.close();
    await here.close();
  });

  it('also apply on another node if they demote a moderator or delete an account', async () => {
    const here = await createTestApp();
    const there = await createTestApp({ sharedWith: here });
    const admin = await createStaff(here, 'admin');
    const moderator = await createStaff(here, 'moderator');
    const other = atUrl(there, moderator);
    const socket = await other.socket();
    const of = { params: { id: moderator.id } };
    const mutesStatus = async () => (await other.call('GET /api/mod/mutes')).status;
    expect(await mutesStatus()).toBe(200);

    const received = nextEvent(socket, 'session:changed');
    expect((await admin.call('PATCH /api/admin/demote/{id}', of)).status).toBe(200);
    await received;
    await expect.poll(mutesStatus).toBe(403);
    expect(await other.user()).toMatchObject({ role: 'player' });
    expect(await emitRaw(socket, 'chat message', { text: 'Heard' })).toMatchObject({ ok: true });

    await expectLogoutAfter(() => admin.call('DELETE /api/admin/users/{id}', of), { other, socket });
    await there.close();
    await here.close();
  });
});
