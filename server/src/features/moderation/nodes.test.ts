import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTestApp, firstEvent, TestPlayer } from '../../testing.ts';
import { setRole } from '../accounts/service.ts';
import { say } from '../blocking/testing.ts';
import { muteOf, staff, suspendOf } from './testing.ts';

/** A verified session is kept for a second at most. */
const KEPT_MS = 1_100;

describe('what staff decide on one node', () => {
  if (!process.env.TEST_REDIS_URL) {
    it('has no other to reach on the embedded database, which has a single holder', async () => {
      const app = await createTestApp();
      expect(app.site.redis).toBeNull();
      await app.close();
    });
    return;
  }

  it('holds within a second on another, also on open sockets', async () => {
    const here = await createTestApp();
    const there = await createTestApp({ beside: here });
    const [admin, moved] = [await staff(here, 'admin'), await here.player()];
    const other = new TestPlayer(there.url, moved.id, moved.username);
    for (const [name, value] of moved.cookies) other.cookies.set(name, value);
    const socket = await other.socket();
    expect((await other.call('GET /api/mod/mutes')).status).toBe(403);

    await setRole(here.site.db, here.site, { username: moved.username, role: 'moderator' });
    await firstEvent(socket, 'session:changed');
    await setTimeout(KEPT_MS);
    expect((await other.call('GET /api/mod/mutes')).status).toBe(200);
    expect(await say(socket, 'chat message', { text: 'Heard' })).toMatchObject({ ok: true });

    expect((await muteOf(admin, moved.id)).status).toBe(200);
    expect((await firstEvent(socket, 'notify:new')).title).toBe('You are muted');
    await setTimeout(KEPT_MS);
    expect((await other.call('POST /api/feed', { body: { body: 'x' } })).body.code).toBe('muted');
    expect(await say(socket, 'chat message', { text: 'x' })).toMatchObject({ ok: false, code: 'muted' });

    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    expect((await suspendOf(admin, moved.id)).status).toBe(200);
    await gone;
    await setTimeout(KEPT_MS);
    expect((await other.call('GET /api/friendships')).status).toBe(401);
    await expect(other.socket()).rejects.toThrow();
    other.closeSockets();
    await there.close();
    await here.close();
  });
});
