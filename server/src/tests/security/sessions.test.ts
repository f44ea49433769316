import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  PASSWORD,
  signUpBody,
  type TestBrowser,
  type TestPlayer,
  uniqueName,
  useTestApp,
} from '../../testing/app.ts';

const SESSION = 'rivalhold-session';
const CSRF_SECRET = 'rivalhold-csrf';

const app = useTestApp();

/** Return a new browser with a copy of another browser's cookies, as if someone had stolen or planted them. */
function copyOf(browser: TestBrowser): TestBrowser {
  const copy = app.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('a planted session', () => {
  it.each(['invented', 'valid', 'ended'])('is replaced at login if it is %s', async (kind) => {
    const [victim, attacker] = [await app.player(), await app.player()];
    const planted =
      kind === 'invented' ? randomBytes(32).toString('base64url') : (attacker.cookies.get(SESSION) as string);
    const trap = copyOf(attacker);
    if (kind === 'ended') await attacker.call('DELETE /api/session');
    const browser = app.browser();
    await browser.call('GET /api/csrf/restore');
    browser.cookies.set(SESSION, planted);
    browser.cookies.set(CSRF_SECRET, attacker.cookies.get(CSRF_SECRET) ?? '');
    // Remove the CSRF token, so that the client fetches a token for the planted session.
    browser.cookies.delete('XSRF-TOKEN');
    expect((await browser.signIn(victim.username)).status).toBe(200);
    expect(browser.cookies.get(SESSION)).not.toBe(planted);
    expect(await browser.userId()).toBe(victim.id);
    expect([null, attacker.id]).toContain(await trap.userId());
    trap.cookies.set(SESSION, planted);
    expect(await trap.userId()).not.toBe(victim.id);
  });

  it('is also replaced at sign-up', async () => {
    const attacker = await app.player();
    const browser = copyOf(attacker);
    const made = await browser.call('POST /api/users', { body: signUpBody(uniqueName()) });
    expect(made.status).toBe(201);
    expect(browser.cookies.get(SESSION)).not.toBe(attacker.cookies.get(SESSION));
    expect(await attacker.userId()).not.toBe(made.body.user.id);
  });

  it('is ignored if its token is in the URL or a header', async () => {
    const victim = await app.player();
    const token = victim.cookies.get(SESSION) as string;
    for (const path of [`/api/session?${SESSION}=${token}`, `/api/session?token=${token}`])
      expect(
        await (
          await app
            .browser()
            .fetch(path, { headers: { authorization: `Bearer ${token}`, 'x-session': token } })
        ).json(),
      ).toEqual({ user: null });
  });
});

/**
 * Actions that end a player's sessions. The second value is true if the session of the browser that performs the action
 * stays valid.
 */
const ENDINGS: [string, boolean, (player: TestPlayer) => Promise<{ status: number }>][] = [
  ['logging out', false, (player) => player.call('DELETE /api/session')],
  [
    'changing the password',
    true,
    (player) =>
      player.call('PATCH /api/users/change-password', {
        body: { currentPassword: PASSWORD, newPassword: 'a-wholly-new-key' },
      }),
  ],
  [
    'deleting the account',
    false,
    (player) => player.call('DELETE /api/users/me', { body: { password: PASSWORD } }),
  ],
];

describe.each(ENDINGS)('%s', (_, goesOn, end) => {
  it('ends a stolen session for reads, writes and open sockets', async () => {
    const player = await app.player();
    const thief = goesOn ? app.browser() : copyOf(player);
    if (goesOn) await thief.signIn(player.username);
    const [socket, stolen] = [await thief.socket(), copyOf(thief)];
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    expect((await end(player)).status).toBe(200);
    await gone;
    expect(await copyOf(stolen).userId()).toBeNull();
    const { status } = await copyOf(stolen).call('POST /api/feed', { body: { body: 'It is not me' } });
    expect([401, 403]).toContain(status);
    await expect(copyOf(stolen).socket()).rejects.toThrow('unauthenticated');
    expect(await player.userId()).toBe(goesOn ? player.id : null);
  });
});
