import { expect } from 'vitest';
import { setCharacter } from '../../features/combat/testing.ts';
import { sendDirectMessage } from '../../features/dms/testing.ts';
import { createStaff, muteOf } from '../../features/moderation/testing.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import { createTestApp, type TestApp, type TestBrowser, type TestPlayer } from '../../testing/app.ts';
import { makeScene } from '../../testing/scene.ts';
import type { ExistingNames } from './fuzz-values.ts';
import { SecretScanner } from './response-checks.ts';

export const SIGNED_IN = ['player', 'muted', 'moderator', 'admin'] as const;
export const CALLERS = ['guest', ...SIGNED_IN] as const;
export type Caller = (typeof CALLERS)[number];
export const MAIL_TEXT = 'For nobody but you: the key lies under the third stone';
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** A site with players of every role, content of every kind, and a record of its secrets. */
export type SecurityFixture = {
  app: TestApp;
  secrets: SecretScanner;
  pool: ExistingNames;
  callers: Record<Caller, TestBrowser>;
  /** Replace the guest, and every caller whose role, mute or session is no longer as created. */
  renew(): Promise<void>;
};

/** Create a site with content of every kind and a caller of each role. */
export async function createSecurityFixture(env: Record<string, string> = {}): Promise<SecurityFixture> {
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
  const secrets = new SecretScanner(app, seeds);
  const others = [await app.player(), await app.player()] as const;
  await makeScene(app, ...others);
  const socket = await others[0].socket();
  expect((await sendDirectMessage(socket, ...others, MAIL_TEXT)).ok).toBe(true);
  socket.disconnect();
  secrets.addMessageText(MAIL_TEXT);
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
      : createStaff(app, role));
    if (role === 'muted') await muteOf(await createStaff(app, 'moderator'), player.id);
    await setCharacter(app, player, { attack: 200, energy: 100 });
    secrets.addToken(player.cookies.get('rivalhold-session'));
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
