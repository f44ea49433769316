import { expect } from 'vitest';
import { setCharacter } from '../../features/combat/testing.ts';
import { send } from '../../features/dms/testing.ts';
import { muteOf, staff } from '../../features/moderation/testing.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import { createTestApp, type TestApp, type TestBrowser, type TestPlayer } from '../../testing/app.ts';
import { makeScene } from '../../testing/scene.ts';
import type { Pool } from './hostile.ts';
import { Secrets } from './judging.ts';

export const SIGNED_IN = ['player', 'muted', 'moderator', 'admin'] as const;
export const CALLERS = ['guest', ...SIGNED_IN] as const;
export type Caller = (typeof CALLERS)[number];
export const LETTER = 'For nobody but you: the key lies under the third stone';
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** A site with players of every role, with something of everything, and with a record of its secrets. */
export type AttackedSite = {
  app: TestApp;
  secrets: Secrets;
  pool: Pool;
  callers: Record<Caller, TestBrowser>;
  /** Has every caller be what they are called, also after acts that end sessions, roles and accounts. */
  renew(): Promise<void>;
};

export async function attackedSite(env: Record<string, string> = {}): Promise<AttackedSite> {
  const seeds = new Set<string>();
  const app = await createTestApp({
    env,
    secrets: {
      fightSeed: () => {
        const seed = hashToken(`attacked ${seeds.size}`);
        seeds.add(seed);
        return seed;
      },
    },
  });
  const secrets = new Secrets(app, seeds);
  const others = [await app.player(), await app.player()] as const;
  await makeScene(app, ...others);
  const socket = await others[0].socket();
  expect((await send(socket, ...others, LETTER)).ok).toBe(true);
  socket.disconnect();
  secrets.keepLetter(LETTER);
  const usernames = others.map(({ username }) => username);
  const ids = Array.from({ length: 16 }, (_, n) => n + 1);
  const callers = {} as Record<Caller, TestBrowser>;

  const isStill = async (role: Caller): Promise<boolean> => {
    const { user } = (await callers[role].call('GET /api/session')).body;
    if (role === 'guest' || !user) return false;
    const isMuted = (user as { mutedUntil?: string | null }).mutedUntil;
    return user.role === (role === 'muted' ? 'player' : role) && Boolean(isMuted) === (role === 'muted');
  };
  const made = async (role: Caller): Promise<TestBrowser> => {
    if (role === 'guest') {
      const guest = app.browser();
      await guest.call('GET /api/csrf/restore');
      return guest;
    }
    const player: TestPlayer = await (role === 'player' || role === 'muted'
      ? app.player()
      : staff(app, role));
    if (role === 'muted') await muteOf(await staff(app, 'moderator'), player.id);
    await setCharacter(app, player, { attack: 200, energy: 100 });
    secrets.keep(player.cookies.get('rivalhold-session'));
    usernames.push(player.username);
    ids.push(player.id);
    return player;
  };
  const renew = async (): Promise<void> => {
    for (const role of CALLERS)
      if (!callers[role] || !(await isStill(role))) callers[role] = await made(role);
  };
  await renew();
  return { app, secrets, pool: { ids, usernames }, callers, renew };
}
