import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { SECOND_FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { describe, expect, it, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue, queryValues } from '../../testing/queries.ts';
import { hooking } from '../../testing/statements.ts';
import { setRole } from '../accounts/service.ts';
import { tokensFor, waitForMail } from '../accounts/testing.ts';
import { createStaff, suspendOf } from '../moderation/testing.ts';
import { removeFactorsOf } from './service.ts';
import {
  addApp,
  addPasskey,
  codeOf,
  FakeAuthenticator,
  LOCALHOST,
  ORIGIN,
  PROOF,
  signInByPasskey,
  signInResponse,
} from './testing.ts';

const app = useTestApp({ env: LOCALHOST });
const atIpAddress = useTestApp();
const emailOf = ({ username }: TestPlayer) => `${username.toLowerCase()}@test.invalid`;

/** Sign up a player with a confirmed address. */
async function confirmedPlayer(): Promise<TestPlayer> {
  const player = await app.player();
  await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
  return player;
}
const signIn = (player: TestPlayer, code?: string, browser: TestBrowser = app.browser()) =>
  browser.call('POST /api/session', { body: { credential: player.username, password: PASSWORD, code } });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const sessionsOf = ({ id }: TestPlayer) =>
  queryValue<number>(app.site.db, sql`select count(*)::integer from sessions where user_id = ${id}`);
/** Make every insert of a session fail during `work`, as if the server died. */
const withoutSessions = (work: () => Promise<void>) => {
  const before = ({ text }: { text: string }) => {
    if (text.includes('insert into sessions')) throw new Error('The server dies here');
  };
  return hooking(app, { before }, work);
};
/** Send the token of a link that denies a sign-in or a change. */
const denyWith = (token = '') =>
  app.browser().call('POST /api/users/deny-sign-in/{token}', { params: { token } });
/** Deny a sign-in or a change with the last link that was mailed to a player. */
const deny = async (player: TestPlayer) =>
  denyWith((await tokensFor(app, emailOf(player), 'deny-sign-in')).at(-1));
/** Choose a new password with the last mailed link, and return the password. */
async function resetPassword(player: TestPlayer): Promise<string> {
  const newPassword = 'lantern-and-rope';
  const token = (await tokensFor(app, emailOf(player), 'reset-password')).at(-1) ?? '';
  await app
    .browser()
    .call('POST /api/users/reset-password/{token}', { params: { token }, body: { newPassword } });
  return newPassword;
}
const passkeyNames = ({ id }: TestPlayer) =>
  queryValues<string>(app.site.db, sql`select name from passkeys where user_id = ${id} order by id`);
const nextStep = () => app.clock.advance(30_000);

describe('an account with an unconfirmed address', () => {
  it('gets no second factor on a site with a mail server', async () => {
    const player = await app.player();
    const startPasskey = () => player.call('POST /api/second-factors/passkeys/options', { body: PROOF });
    const startApp = () => player.call('POST /api/second-factors/app', { body: PROOF });
    const { challenge } = (await startPasskey()).body;
    const { secret } = (await startApp()).body;
    const addStartedPasskey = () => {
      const passkey = new FakeAuthenticator().create({ challenge, rpId: 'localhost', origin: ORIGIN });
      return player.call('POST /api/second-factors/passkeys', { body: { name: 'Key', passkey } });
    };
    const confirmStartedApp = () =>
      player.call('PUT /api/second-factors/app', { body: { code: codeOf(app, secret) } });
    const config = app.site.config as { smtpUrl: string | null };
    config.smtpUrl = 'smtp://mail.invalid';
    try {
      for (const add of [startPasskey, startApp, addStartedPasskey, confirmStartedApp])
        expect(await add()).toMatchObject({ status: 403, body: { message: TEXTS.addressUnconfirmed } });
      expect(await passkeyNames(player)).toEqual([]);
      await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
      expect(statuses(await Promise.all([addStartedPasskey(), confirmStartedApp()]))).toEqual([200, 201]);
    } finally {
      config.smtpUrl = null;
    }
  });
});

describe('an authenticator app', () => {
  it('is required after the correct password', async () => {
    const player = await app.player();
    const { secret, status, recoveryCodes } = await addApp(app, player);
    expect([status, recoveryCodes.length]).toEqual([200, FACTOR_LIMITS.recoveryCodes]);
    nextStep();
    const missing = await signIn(player);
    expect([missing.status, missing.body.code, missing.body.message]).toEqual([
      401,
      'secondFactor',
      TEXTS.enterCode,
    ]);
    expect((await app.browser().signIn(player.username, 'a guess')).body.code).toBe('credentials');
    const wrong = await signIn(player, '000000');
    expect([wrong.status, wrong.body.errors]).toEqual([401, { code: TEXTS.wrongCode }]);
    const right = await signIn(player, codeOf(app, secret));
    expect([right.status, right.body.user?.id]).toEqual([200, player.id]);
  });

  it('can be used only with a new code, not with an earlier or used code', async () => {
    const player = await app.player();
    const { secret } = await addApp(app, player);
    expect((await signIn(player, codeOf(app, secret))).status).toBe(401);
    nextStep();
    const earlier = codeOf(app, secret);
    nextStep();
    const code = codeOf(app, secret);
    expect(statuses(await Promise.all([signIn(player, code), signIn(player, code)]))).toEqual([200, 401]);
    expect((await signIn(player, code)).status).toBe(401);
    expect((await signIn(player, earlier)).status).toBe(401);
  });

  it('can be used with the same code again if the sign-in failed for another reason', async () => {
    const player = await app.player();
    const { secret } = await addApp(app, player);
    nextStep();
    const code = codeOf(app, secret);
    await withoutSessions(async () => expect((await signIn(player, code)).status).toBe(500));
    expect((await signIn(player, code)).status).toBe(200);
  });

  it('can be set up only with the password and a code within 15 minutes', async () => {
    const player = await app.player();
    const refused = await player.call('POST /api/second-factors/app', {
      body: { currentPassword: 'a guess' },
    });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['currentPassword']]);
    expect((await player.call('POST /api/second-factors/app', { body: {} })).status).toBe(400);
    const { secret } = (await player.call('POST /api/second-factors/app', { body: PROOF })).body;
    const confirm = (code: string) => player.call('PUT /api/second-factors/app', { body: { code } });
    expect((await confirm('000000')).body.errors).toEqual({ code: TEXTS.wrongCode });
    expect((await signIn(player)).status).toBe(200);
    app.clock.advance(FACTOR_LIMITS.setupMs);
    expect((await confirm(codeOf(app, secret))).status).toBe(409);
    const second = (await player.call('POST /api/second-factors/app', { body: PROOF })).body.secret;
    expect((await confirm(codeOf(app, secret))).status).toBe(400);
    const codes = [confirm(codeOf(app, second)), confirm(codeOf(app, second))];
    expect(statuses(await Promise.all(codes))).toEqual([200, 409]);
    expect((await player.call('POST /api/second-factors/app', { body: PROOF })).status).toBe(409);
  });

  it('is stored encrypted', async () => {
    const player = await app.player();
    const { secret } = await addApp(app, player);
    const stored = await queryValue<string>(
      app.site.db,
      sql`select sealed_secret from authenticators where user_id = ${player.id}`,
    );
    expect(stored).not.toContain(secret);
    expect(Buffer.from(stored, 'base64url').toString('latin1')).not.toContain(secret);
  });

  it('can be removed with the password', async () => {
    const player = await confirmedPlayer();
    await addApp(app, player);
    await waitForMail(app, emailOf(player), 'An authenticator app was just added');
    expect((await player.call('DELETE /api/second-factors/app', { body: {} })).status).toBe(400);
    const twice = [1, 2].map(() => player.call('DELETE /api/second-factors/app', { body: PROOF }));
    expect(statuses(await Promise.all(twice))).toEqual([200, 404]);
    await waitForMail(app, emailOf(player), 'was just removed');
    expect((await player.call('GET /api/second-factors')).body).toEqual({
      passkeys: [],
      app: null,
      recoveryCodes: 0,
    });
    expect((await signIn(player)).status).toBe(200);
  });

  it('is still required after a password reset', async () => {
    const player = await confirmedPlayer();
    const { secret } = await addApp(app, player);
    await app.browser().call('POST /api/users/forgot-password', { body: { email: emailOf(player) } });
    await waitForMail(app, emailOf(player), '/reset-password/');
    const password = await resetPassword(player);
    nextStep();
    const body = { credential: player.username, password };
    expect((await app.browser().call('POST /api/session', { body })).body.code).toBe('secondFactor');
    const withCode = { ...body, code: codeOf(app, secret) };
    expect((await app.browser().call('POST /api/session', { body: withCode })).status).toBe(200);
  });
});

describe('a recovery code', () => {
  it('works for one login, even if it is typed in lowercase and with spaces', async () => {
    const player = await confirmedPlayer();
    const { recoveryCodes } = await addApp(app, player);
    const [first = '', second = ''] = recoveryCodes;
    const stored = await queryValues<string>(
      app.site.db,
      sql`select code_hash from recovery_codes where user_id = ${player.id}`,
    );
    expect(stored).toHaveLength(10);
    expect(stored.join()).not.toContain(first.replaceAll('-', ''));
    const typed = first.replaceAll('-', ' ').toLowerCase();
    expect(statuses(await Promise.all([signIn(player, typed), signIn(player, first)]))).toEqual([200, 401]);
    await waitForMail(app, emailOf(player), 'You have 9 codes left');
    expect((await signIn(player, second)).status).toBe(200);
    expect((await player.call('GET /api/second-factors')).body.recoveryCodes).toBe(8);
  });

  it('works only for its player, and only until new codes are created', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const [mine, theirs] = [await addApp(app, player), await addApp(app, other)];
    expect((await signIn(player, theirs.recoveryCodes[0])).status).toBe(401);
    const { body } = await player.call('POST /api/second-factors/recovery-codes', { body: PROOF });
    expect((await signIn(player, mine.recoveryCodes[0])).status).toBe(401);
    expect((await signIn(player, body.recoveryCodes[0])).status).toBe(200);
    const without = await (await app.player()).call('POST /api/second-factors/recovery-codes', {
      body: PROOF,
    });
    expect(without.status).toBe(409);
  });
});

describe('a passkey', () => {
  it('replaces the password', async () => {
    const player = await confirmedPlayer();
    const { authenticator, status, body } = await addPasskey(player, ' Blue key ');
    expect([status, body.recoveryCodes?.length]).toEqual([201, 10]);
    await waitForMail(app, emailOf(player), 'The passkey “Blue key” was just added');
    const refused = await signIn(player);
    expect([refused.status, refused.body.message]).toEqual([401, TEXTS.usePasskeyOrRecoveryCode]);
    const browser = app.browser();
    expect((await signInByPasskey(browser, authenticator)).body.user?.id).toBe(player.id);
    expect(await browser.userId()).toBe(player.id);
    expect((await player.call('GET /api/second-factors')).body.passkeys).toEqual([
      {
        id: expect.any(Number),
        name: 'Blue key',
        createdAt: expect.any(String),
        lastUsedAt: app.clock.now().toISOString(),
      },
    ]);
    expect((await addPasskey(player)).body.recoveryCodes).toBeNull();
  });

  it('can answer each challenge only once, and only within five minutes', async () => {
    const player = await app.player();
    const { authenticator } = await addPasskey(player);
    const send = (passkey: unknown) => app.browser().call('POST /api/session/passkey', { body: { passkey } });
    const passkey = await signInResponse(app.browser(), authenticator);
    expect(statuses(await Promise.all([send(passkey), send(passkey)]))).toEqual([200, 401]);
    expect((await send(passkey)).body.code).toBe('credentials');
    expect(await sessionsOf(player)).toBe(2);
    const late = await signInResponse(app.browser(), authenticator);
    app.clock.advance(FACTOR_LIMITS.challengeMs);
    expect((await send(late)).status).toBe(401);
  });

  it('can be retried if the sign-in fails after the response was verified', async () => {
    const player = await app.player();
    const { authenticator } = await addPasskey(player);
    const passkey = await signInResponse(app.browser(), authenticator);
    const send = () => app.browser().call('POST /api/session/passkey', { body: { passkey } });
    await withoutSessions(async () => expect((await send()).status).toBe(500));
    expect((await send()).status).toBe(200);
  });

  it('is rejected with the same answer for every kind of invalid response', async () => {
    const player = await app.player();
    const { authenticator } = await addPasskey(player);
    const browser = app.browser();
    const { challenge } = (await browser.call('GET /api/session/passkey')).body;
    const confirm = (await player.call('GET /api/second-factors/challenge')).body.challenge;
    const good = { challenge, rpId: 'localhost', origin: ORIGIN };
    const forged = authenticator.sign(good);
    const responses = [
      new FakeAuthenticator().sign(good),
      { ...forged, response: { ...forged.response, signature: `AA${forged.response.signature}` } },
      authenticator.sign({ ...good, origin: 'http://evil.test' }),
      authenticator.sign({ ...good, rpId: 'evil.test' }),
      authenticator.sign({ ...good, challenge: confirm }),
      authenticator.sign({ ...good, challenge: 'eHh4' }),
      authenticator.sign({ ...good, verified: false }),
      { ...forged, response: { ...forged.response, clientDataJSON: 'eA', authenticatorData: '' } },
    ];
    for (const passkey of responses) {
      const { status, body } = await browser.call('POST /api/session/passkey', { body: { passkey } });
      expect([status, body]).toEqual([401, { code: 'credentials', message: TEXTS.wrongPasskey }]);
    }
    expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
  });

  it('is removed if its counter has not increased', async () => {
    const player = await confirmedPlayer();
    const { authenticator, body } = await addPasskey(player, 'Copied key');
    expect((await signInByPasskey(app.browser(), authenticator)).status).toBe(200);
    authenticator.counter--;
    const clone = await signInByPasskey(app.browser(), authenticator);
    expect([clone.status, clone.body.message]).toEqual([401, TEXTS.wrongPasskey]);
    expect([await sessionsOf(player), await player.userId()]).toEqual([0, null]);
    await waitForMail(app, emailOf(player), 'a copy of your passkey “Copied key”');
    authenticator.counter += 5;
    expect((await signInByPasskey(app.browser(), authenticator)).status).toBe(401);
    const [code = ''] = body.recoveryCodes ?? [];
    expect((await signIn(player)).body.message).toBe(TEXTS.enterRecoveryCode);
    expect((await signIn(player, code)).status).toBe(200);
    expect((await signIn(player)).status).toBe(200);
  });

  it('cannot be added or used once the session has ended on another node', async () => {
    const player = await app.player();
    const { authenticator } = await addPasskey(player);
    await player.call('POST /api/second-factors/app', { body: PROOF });
    const { challenge } = (await player.call('POST /api/second-factors/passkeys/options', { body: PROOF }))
      .body;
    const ceremony = { challenge, rpId: 'localhost', origin: ORIGIN };
    const confirm = (await player.call('GET /api/second-factors/challenge')).body;
    // Delete the session, which stays in the node's cache for up to a second.
    await query(app.site.db, sql`delete from sessions where user_id = ${player.id}`);
    const answers = await Promise.all([
      player.call('POST /api/second-factors/passkeys', {
        body: { name: 'Late', passkey: new FakeAuthenticator().create(ceremony) },
      }),
      player.call('PUT /api/second-factors/app', { body: { code: '000000' } }),
      player.call('POST /api/second-factors/recovery-codes', { body: PROOF }),
      player.call('POST /api/second-factors/recovery-codes', {
        body: { passkey: authenticator.sign({ ...confirm, origin: ORIGIN }) },
      }),
    ]);
    expect(statuses(answers)).toEqual([401, 401, 401, 401]);
    expect(await passkeyNames(player)).toEqual(['Key']);
  });

  it('can be used repeatedly if it has no counter', async () => {
    const player = await app.player();
    const { authenticator } = await addPasskey(player, 'Phone', new FakeAuthenticator({ counter: 0 }));
    for (let n = 0; n < 2; n++) {
      authenticator.counter = -1;
      expect((await signInByPasskey(app.browser(), authenticator)).status).toBe(200);
    }
  });

  it('is rejected with the code `suspended` if the player is suspended', async () => {
    const player = await app.player();
    const { authenticator } = await addPasskey(player);
    await query(
      app.site.db,
      sql`update users set suspended_at = ${app.clock.now()}, suspension_reason = 'Spam' where id = ${player.id}`,
    );
    const { status, body } = await signInByPasskey(app.browser(), authenticator);
    expect([status, body.code]).toEqual([403, 'suspended']);
  });

  it('confirms only changes by its own player in the session that requested the challenge', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const [{ authenticator }, theirs] = [await addPasskey(player), await addPasskey(other)];
    const challengeOf = async (browser: TestBrowser) =>
      (await browser.call('GET /api/second-factors/challenge')).body;
    const remove = async (browser: TestBrowser, signer: FakeAuthenticator, asked: TestBrowser) => {
      const { challenge, rpId } = await challengeOf(asked);
      const passkey = signer.sign({ challenge, rpId, origin: ORIGIN });
      return browser.call('POST /api/second-factors/recovery-codes', { body: { passkey } });
    };
    expect((await challengeOf(player)).allowCredentials).toEqual([
      { id: authenticator.id.toString('base64url'), type: 'public-key', transports: ['usb'] },
    ]);
    expect((await remove(player, theirs.authenticator, player)).status).toBe(400);
    const elsewhere = app.browser();
    await signInByPasskey(elsewhere, authenticator);
    expect((await remove(player, authenticator, elsewhere)).status).toBe(400);
    expect((await remove(player, authenticator, player)).status).toBe(200);
  });

  it('cannot be added if the player already has ten', async () => {
    const player = await app.player();
    for (let n = 1; n < FACTOR_LIMITS.passkeys; n++) await addPasskey(player, `Key ${n}`);
    const optionsOf = async () =>
      (await player.call('POST /api/second-factors/passkeys/options', { body: PROOF })).body.challenge;
    const add = (challenge: string, authenticator: FakeAuthenticator) =>
      player.call('POST /api/second-factors/passkeys', {
        body: {
          name: 'Key',
          passkey: authenticator.create({ challenge, rpId: 'localhost', origin: ORIGIN }),
        },
      });
    const challenges = [await optionsOf(), await optionsOf()];
    const answers = challenges.map((challenge) => add(challenge, new FakeAuthenticator()));
    expect(statuses(await Promise.all(answers))).toEqual([201, 409]);
    expect((await player.call('GET /api/second-factors')).body.passkeys).toHaveLength(10);
    await expect(addPasskey(player)).rejects.toThrow('Options returned 409');
  });

  it('can be added only once, and only with a new challenge for the same session', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const { passkey, authenticator } = await addPasskey(player);
    const add = (browser: TestBrowser, response: unknown) =>
      browser.call('POST /api/second-factors/passkeys', { body: { name: 'Key', passkey: response } });
    expect((await add(player, passkey)).status).toBe(400);
    const { challenge } = (await player.call('POST /api/second-factors/passkeys/options', { body: PROOF }))
      .body;
    const ceremony = { challenge, rpId: 'localhost', origin: ORIGIN };
    expect((await add(other, new FakeAuthenticator().create(ceremony))).status).toBe(400);
    expect((await add(player, authenticator.create(ceremony))).body.message).toBe(TEXTS.passkeyKnown);
    app.clock.advance(FACTOR_LIMITS.challengeMs);
    expect((await add(player, new FakeAuthenticator().create(ceremony))).status).toBe(400);
  });

  it('can be renamed and removed only by its player', async () => {
    const [player, other] = [await confirmedPlayer(), await app.player()];
    await addPasskey(player);
    const id = (await player.call('GET /api/second-factors')).body.passkeys[0]?.id ?? 0;
    const rename = (browser: TestBrowser, name: string) =>
      browser.call('PATCH /api/second-factors/passkeys/{id}', { params: { id }, body: { name } });
    expect((await rename(player, ' ')).body.errors).toEqual({ name: TEXTS.passkeyName });
    expect((await rename(player, 'x'.repeat(61))).body.errors).toEqual({ name: TEXTS.passkeyNameLong });
    expect([(await rename(other, 'Mine')).status, (await rename(player, 'Old phone')).status]).toEqual([
      404, 200,
    ]);
    const remove = (browser: TestBrowser, body: object) =>
      browser.call('DELETE /api/second-factors/passkeys/{id}', { params: { id }, body });
    expect([(await remove(other, PROOF)).status, (await remove(player, {})).status]).toEqual([404, 400]);
    expect((await remove(player, PROOF)).status).toBe(200);
    await waitForMail(app, emailOf(player), 'The passkey “Old phone” was just removed');
  });

  it('cannot be used on a site that has an IP address instead of a domain', async () => {
    const player = await atIpAddress.player();
    const answers = [
      await player.call('GET /api/session/passkey'),
      await player.call('POST /api/second-factors/passkeys/options', { body: PROOF }),
    ];
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([409, PASSKEY_TEXTS.needsDomain]);
  });
});

describe('the operator', () => {
  it('can remove all second factors of a player', async () => {
    const player = await confirmedPlayer();
    await addApp(app, player);
    await addPasskey(player, 'Key');
    expect(await removeFactorsOf(app.site.db, app.site, player.id)).toEqual([
      'Key',
      'authenticator app',
      '10 recovery codes',
    ]);
    expect(await removeFactorsOf(app.site.db, app.site, player.id)).toEqual([]);
    await waitForMail(app, emailOf(player), 'operator has removed two-step login');
    const audited = await queryValues<string>(
      app.site.db,
      sql`select subject from audit_log where target_id = ${player.id} and kind = 'factors.remove'`,
    );
    expect(audited).toEqual(['Key, authenticator app, 10 recovery codes']);
    expect((await signIn(player)).status).toBe(200);
  });
});

describe('a sign-in with a new browser', () => {
  it('is reported by email with a link that ends all sessions', async () => {
    const player = await confirmedPlayer();
    const thief = app.browser();
    const device = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0';
    await thief.signIn(player.username, PASSWORD, { 'user-agent': device });
    await waitForMail(app, emailOf(player), 'Firefox on Windows');
    await thief.signIn(player.username);
    const tokens = await tokensFor(app, emailOf(player), 'deny-sign-in');
    expect(tokens).toHaveLength(1);
    const twice = [1, 2].map(() => denyWith(tokens[0]));
    expect(statuses(await Promise.all(twice))).toEqual([200, 400]);
    expect([await thief.userId(), await player.userId()]).toEqual([null, null]);
    expect((await app.browser().signIn(player.username)).status).toBe(401);
    expect(await tokensFor(app, emailOf(player), 'reset-password')).toHaveLength(1);
  });

  it('is reported as “Browser: unknown” for an unknown user agent', async () => {
    const player = await confirmedPlayer();
    await app.browser().signIn(player.username, PASSWORD, { 'user-agent': 'go to evil.test' });
    const mail = await waitForMail(app, emailOf(player), 'Browser: unknown');
    expect(mail.text).not.toContain('evil.test');
    app.clock.advance(FACTOR_LIMITS.denyTokenMs);
    expect((await deny(player)).body.code).toBe('invalidToken');
  });

  it('is undone by the link in the email, which removes the used passkey', async () => {
    const player = await confirmedPlayer();
    const { authenticator } = await addPasskey(player, 'Stolen');
    await addPasskey(player, 'Kept');
    app.clock.advance(1);
    await signInByPasskey(app.browser(), authenticator);
    expect((await deny(player)).status).toBe(200);
    expect(await passkeyNames(player)).toEqual(['Kept']);
  });

  it.each([
    ['denied', 401, 'unauthenticated', deny],
    [
      'followed by a suspension',
      403,
      'suspended',
      async ({ id }: TestPlayer) => suspendOf(await createStaff(app, 'admin'), id),
    ],
  ])('creates no session if it is %s before its response', async (_what, status, code, end) => {
    const player = await confirmedPlayer();
    const { authenticator } = await addPasskey(player);
    app.clock.advance(1);
    const thief = app.browser();
    await signInByPasskey(thief, authenticator);
    const find = app.site.sessions.find.bind(app.site.sessions);
    let isEnded = false;
    const spy = vi.spyOn(app.site.sessions, 'find').mockImplementation(async (token) => {
      if (token !== undefined && !isEnded) {
        isEnded = true;
        await end(player);
      }
      return find(token);
    });
    app.clock.advance(1);
    const answer = await signInByPasskey(app.browser(), authenticator);
    spy.mockRestore();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await sessionsOf(player)).toBe(0);
  });

  it('needs a recovery code after the link in the email has removed the only passkey', async () => {
    const player = await confirmedPlayer();
    const { authenticator, body } = await addPasskey(player);
    app.clock.advance(1);
    await signInByPasskey(app.browser(), authenticator);
    await deny(player);
    const newPassword = await resetPassword(player);
    const logIn = (code?: string) =>
      app.browser().call('POST /api/session', {
        body: { credential: player.username, password: newPassword, code },
      });
    expect((await logIn()).body.code).toBe('secondFactor');
    expect((await logIn(body.recoveryCodes?.[0])).status).toBe(200);
  });

  it('is undone together with all factors that were added after it', async () => {
    const player = await confirmedPlayer();
    const { authenticator, body } = await addPasskey(player, 'Mine');
    app.clock.advance(1);
    const thief = app.browser();
    expect((await signIn(player, body.recoveryCodes?.[0], thief)).status).toBe(200);
    const link = (await tokensFor(app, emailOf(player), 'deny-sign-in')).at(-1);
    await addPasskey(thief, 'Theirs');
    await addApp(app, thief);
    await thief.call('POST /api/second-factors/recovery-codes', { body: PROOF });
    expect((await denyWith(link)).status).toBe(200);
    const owner = app.browser();
    expect((await signInByPasskey(owner, authenticator)).status).toBe(200);
    const left = (await owner.call('GET /api/second-factors')).body;
    expect([left.passkeys.map(({ name }) => name), left.app, left.recoveryCodes]).toEqual([
      ['Mine'],
      null,
      0,
    ]);
  });

  it('the link in the email about an added factor removes that factor', async () => {
    const player = await confirmedPlayer();
    await addApp(app, player);
    expect((await deny(player)).status).toBe(200);
    expect(await player.userId()).toBeNull();
    const password = await resetPassword(player);
    expect((await app.browser().signIn(player.username, password)).status).toBe(200);
  });

  it('undoing an email change also removes the factors that were added after it', async () => {
    const player = await confirmedPlayer();
    await addPasskey(player, 'Mine');
    app.clock.advance(1);
    const body = { email: `x${emailOf(player)}`, currentPassword: PASSWORD };
    await player.call('PATCH /api/profiles/profile', { body });
    await addPasskey(player, 'Theirs');
    const [token = ''] = await tokensFor(app, emailOf(player), 'undo-email');
    const params = { token };
    const answer = await app.browser().call('POST /api/users/undo-email-change/{token}', { params });
    expect(answer.status).toBe(200);
    expect(await passkeyNames(player)).toEqual(['Mine']);
  });

  it('is reported only to a confirmed address, and a sign-in with a known browser is not reported', async () => {
    const unconfirmed = await app.player();
    await app.browser().signIn(unconfirmed.username);
    expect(await tokensFor(app, emailOf(unconfirmed), 'deny-sign-in')).toEqual([]);
    const player = await confirmedPlayer();
    const newPassword = 'lantern-and-rope';
    const body = { currentPassword: PASSWORD, newPassword };
    await player.call('PATCH /api/users/change-password', { body });
    await player.signIn(player.username, newPassword);
    expect(await tokensFor(app, emailOf(player), 'deny-sign-in')).toEqual([]);
  });
});

describe('a staff account with a stolen mailbox', () => {
  /** Create a moderator with a confirmed address. */
  async function confirmedStaff(): Promise<TestPlayer> {
    const player = await confirmedPlayer();
    await setRole(app.site.db, app.site, { username: player.username, role: 'moderator' });
    return player;
  }
  const logIn = ({ username: credential }: TestPlayer, password: string, code?: string) =>
    app.browser().call('POST /api/session', { body: { credential, password, code } });

  it('still needs the second factor after a password reset', async () => {
    const player = await confirmedStaff();
    const { recoveryCodes } = await addApp(app, player);
    await app.browser().call('POST /api/users/forgot-password', { body: { email: emailOf(player) } });
    await waitForMail(app, emailOf(player), '/reset-password/');
    const password = await resetPassword(player);
    expect((await logIn(player, password)).body.code).toBe('secondFactor');
    expect((await logIn(player, password, recoveryCodes[0])).status).toBe(200);
  });

  it('keeps the recovery codes if the link in an email removes its only factor', async () => {
    const player = await confirmedStaff();
    const { recoveryCodes } = await addApp(app, player);
    expect((await deny(player)).status).toBe(200);
    const password = await resetPassword(player);
    expect((await logIn(player, password)).body.code).toBe('secondFactor');
    expect((await logIn(player, password, recoveryCodes[0])).status).toBe(200);
  });

  it('needs the operator if it has neither a factor nor a recovery code left', async () => {
    const player = await confirmedStaff();
    const { authenticator } = await addPasskey(player);
    await query(app.site.db, sql`delete from recovery_codes where user_id = ${player.id}`);
    app.clock.advance(1);
    await signInByPasskey(app.browser(), authenticator);
    await deny(player);
    const password = await resetPassword(player);
    expect((await logIn(player, password)).body.code).toBe('secondFactor');
    await removeFactorsOf(app.site.db, app.site, player.id);
    expect((await logIn(player, password)).status).toBe(200);
  });

  it('still needs the second factor after a change of the email address is undone', async () => {
    const player = await confirmedStaff();
    const body = { email: `x${emailOf(player)}`, currentPassword: PASSWORD };
    await player.call('PATCH /api/profiles/profile', { body });
    const { recoveryCodes } = await addApp(app, player);
    const [token = ''] = await tokensFor(app, emailOf(player), 'undo-email');
    const params = { token };
    const undone = await app.browser().call('POST /api/users/undo-email-change/{token}', { params });
    expect(undone.status).toBe(200);
    const password = await resetPassword(player);
    expect((await logIn(player, password)).body.code).toBe('secondFactor');
    expect((await logIn(player, password, recoveryCodes[0])).status).toBe(200);
  });
});
