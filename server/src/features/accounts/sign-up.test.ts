import { AVATAR_SIDE, IMAGE_SIDES, imageKeys } from '@rivalhold/shared/image-sizes.ts';
import { newcomerPortrait } from '@rivalhold/shared/portraits/newcomer.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SIGN_UP_TEXTS } from '@rivalhold/shared/texts/sign-up.ts';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { UNSTORABLE_TEXT } from '../../platform/http/routes.ts';
import { toWebp } from '../../platform/media/rasterize.ts';
import { PASSWORD, signUpBody, uniqueName, useTestApp } from '../../testing/app.ts';
import { query, queryOne, queryValues } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { drawPortrait } from './portrait.ts';
import { signUp as createAccount } from './service.ts';

const app = useTestApp();
const SEED = '0123456789ab';

const signUp = (more: Record<string, unknown> = {}, name = uniqueName()) =>
  app.browser().call('POST /api/users', { body: { ...signUpBody(name), ...more } });

describe('the sign-up route', () => {
  const long = 'x'.repeat(61);
  it.each<[string, string, unknown, string]>([
    ['a short username', 'username', 'abc', TEXTS.username],
    ['an empty username', 'username', '', TEXTS.username],
    ['a username of spaces', 'username', '      ', TEXTS.username],
    ['a username that is short once trimmed', 'username', '  abc  ', TEXTS.username],
    ['a long username', 'username', 'x'.repeat(25), TEXTS.usernameLong],
    ['a space in a username', 'username', 'two words', TEXTS.usernameShape],
    ['an @ in a username', 'username', 'some@body', TEXTS.usernameShape],
    ['markup in a username', 'username', '<b>bold</b>', TEXTS.usernameShape],
    ['letters beyond ASCII in a username', 'username', 'Jürgen', TEXTS.usernameShape],
    ['a Cyrillic look-alike in a username', 'username', 'dеmo_admin', TEXTS.usernameShape],
    ['a username that ends in a dot', 'username', 'demo_player.', TEXTS.usernameShape],
    ['a username that begins with a hyphen', 'username', '-demo', TEXTS.usernameShape],
    ['a username of dots', 'username', '....', TEXTS.usernameShape],
    ['two hyphens in a row in a username', 'username', 'demo--player', TEXTS.usernameShape],
    ['a reserved username', 'username', 'moderator', TEXTS.usernameReserved],
    ['a username like a reserved one', 'username', 'R1va1-h0ld', TEXTS.usernameReserved],
    ['a zero-width space in a username', 'username', 'hero\u200bking', TEXTS.usernameShape],
    ['a right-to-left override in a username', 'username', 'hero\u202eking', TEXTS.usernameShape],
    ['a line break in a username', 'username', 'hero\nking', TEXTS.usernameShape],
    ['no first name', 'firstName', '', TEXTS.firstName],
    ['a first name of spaces', 'firstName', ' \t ', TEXTS.firstName],
    ['a long first name', 'firstName', long, TEXTS.nameLong],
    ['a control character in a first name', 'firstName', 'Ann\u0007a', TEXTS.nameShape],
    ['a right-to-left override in a first name', 'firstName', 'Anna\u202egpj', TEXTS.nameShape],
    ['a bidirectional isolate in a first name', 'firstName', '\u2066Anna', TEXTS.nameShape],
    ['a zero-width joiner in a first name', 'firstName', 'An\u200dna', TEXTS.nameShape],
    ['a soft hyphen in a first name', 'firstName', 'An\u00adna', TEXTS.nameShape],
    ['a line separator in a first name', 'firstName', 'An\u2028na', TEXTS.nameShape],
    ['half a surrogate pair in a first name', 'firstName', 'Anna\ud83d', UNSTORABLE_TEXT],
    ['a first name of an invisible letter', 'firstName', '\u3164', TEXTS.nameShape],
    ['a first name of the empty Braille pattern', 'firstName', '\u2800', TEXTS.nameShape],
    ['no last name', 'lastName', '', TEXTS.lastName],
    ['a long last name', 'lastName', long, TEXTS.nameLong],
    ['a left-to-right mark in a last name', 'lastName', 'Gra\u200ey', TEXTS.nameShape],
    ['no email', 'email', '', TEXTS.email],
    ['an email without @', 'email', 'somebody.test', TEXTS.email],
    ['an email without a name', 'email', '@site.test', TEXTS.email],
    ['an email without a host', 'email', 'somebody@', TEXTS.email],
    ['an email without a domain', 'email', 'somebody@site', TEXTS.email],
    ['an email with a dot at its end', 'email', 'somebody@site.', TEXTS.email],
    ['an email with two dots', 'email', 'somebody@site..test', TEXTS.email],
    ['an email that begins with a dot', 'email', '.x@site.test', TEXTS.email],
    ['an email with a dot before the @', 'email', 'x.@site.test', TEXTS.email],
    ['an email with a hyphen at the edge of its host', 'email', 'x@-site.test', TEXTS.email],
    ['two emails', 'email', 'one@site.test,two@site.test', TEXTS.email],
    ['an email with two @', 'email', 'one@two@site.test', TEXTS.email],
    ['an email with a space', 'email', 'some body@site.test', TEXTS.email],
    ['an email with a header in it', 'email', 'a@site.test\nBcc: b@site.test', TEXTS.email],
    ['an email with a name before it', 'email', 'Somebody <a@site.test>', TEXTS.email],
    ['an email with a zero-width space', 'email', 'some\u200bbody@site.test', TEXTS.email],
    ['a long email', 'email', `${'x'.repeat(245)}@site.test`, TEXTS.email],
    ['a short password', 'password', 'abcde', TEXTS.password],
    ['an empty password', 'password', '', TEXTS.password],
    ['a long password', 'password', 'Xy7'.repeat(43), TEXTS.passwordLong],
    ['a common password', 'password', '123456', TEXTS.passwordCommon],
    ['a common password in capitals', 'password', 'PASSWORD', TEXTS.passwordCommon],
    ['a different confirmPassword', 'confirmPassword', `${PASSWORD}!`, TEXTS.confirmPassword],
    ['an empty confirmPassword', 'confirmPassword', '', TEXTS.confirmPassword],
    ['an empty portrait', 'portrait', '', SIGN_UP_TEXTS.portraitInvalid],
    ['a picture as portrait', 'portrait', '<svg onload="alert(1)"/>', SIGN_UP_TEXTS.portraitInvalid],
    ['a path as portrait', 'portrait', '../../etc/passwd', SIGN_UP_TEXTS.portraitInvalid],
    ['a portrait seed in capitals', 'portrait', 'ABCDEF012345', SIGN_UP_TEXTS.portraitInvalid],
  ])('rejects a sign-up with %s', async (_, field, value, text) => {
    const { status, body } = await signUp({ [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid', message: text, errors: { [field]: text } });
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });

  it('reports every invalid field', async () => {
    const { status, body } = await signUp({
      username: 'x',
      firstName: '',
      lastName: '',
      email: 'x',
      password: 'x',
      confirmPassword: 'y',
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      username: TEXTS.username,
      firstName: TEXTS.firstName,
      lastName: TEXTS.lastName,
      email: TEXTS.email,
      password: TEXTS.password,
      confirmPassword: TEXTS.confirmPassword,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['the shortest username', { username: `z${uniqueName().slice(-3)}` }],
    ['the longest username', { username: uniqueName().padEnd(24, 'x') }],
    ['a username of signs', { username: `_${uniqueName()}.x-_` }],
    ['the shortest password', { password: 'q7!xZ2' }],
    ['the longest password', { password: 'Xy7'.repeat(42).padEnd(128, 'z') }],
    ['a password of any script', { password: 'пароль-密码-🔑' }],
    ['names of any script', { firstName: 'Zoë', lastName: 'О’Коннор 王' }],
    ['names with joiners that their scripts need', { firstName: 'علی\u200cرضا', lastName: 'ක්\u200dරි' }],
    ['a matching confirmPassword', { confirmPassword: PASSWORD }],
    ['a null confirmPassword', { confirmPassword: null }],
    ['the longest email', { email: `${uniqueName().padEnd(242, 'x')}@site.test` }],
    ['an email with a tag', { email: `${uniqueName()}+game@mail.site.test` }],
  ])('accepts a sign-up with %s', async (_, more) => {
    const { status, body } = await signUp(more);
    expect([status, body.errors]).toEqual([201, undefined]);
  });

  it('trims names and the email address, but not the password', async () => {
    const name = uniqueName();
    const browser = app.browser();
    const { status, body } = await browser.call('POST /api/users', {
      body: {
        username: ` ${name}\t`,
        firstName: ' Ann ',
        lastName: '\u00a0Gray\n',
        email: ` ${name}@site.test `,
        password: '  spaces stay  ',
      },
    });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      username: name,
      firstName: 'Ann',
      lastName: 'Gray',
      email: `${name}@site.test`,
    });
    const signIn = (password: string) => app.browser().signIn(name, password);
    expect((await signIn('  spaces stay  ')).status).toBe(200);
    expect((await signIn('spaces stay')).status).toBe(401);
  });

  it('stores markup as plain text', async () => {
    const markup = '<script>alert(1)</script>';
    const player = app.browser();
    const made = await player.call('POST /api/users', {
      body: { ...signUpBody(uniqueName()), firstName: markup, lastName: '&lt;"\'' },
    });
    expect(made.status).toBe(201);
    const { body, headers } = await player.call('GET /api/session');
    expect(body.user).toMatchObject({ firstName: markup, lastName: '&lt;"\'' });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a sign-up request', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['an unknown field', { role: 'admin' }, { role: 'Unknown field' }],
    ['a misspelled field', { confirmpassword: PASSWORD }, { confirmpassword: 'Unknown field' }],
    ['a number as username', { username: 123456 }, { username: 'Must be string' }],
    ['null as username', { username: null }, { username: 'Must be string' }],
    ['a list as password', { password: [PASSWORD] }, { password: 'Must be string' }],
    ['an object as email', { email: { $ne: '' } }, { email: 'Must be string' }],
    ['true as first name', { firstName: true }, { firstName: 'Must be string' }],
    ['a missing field', { lastName: undefined }, { lastName: 'Required' }],
  ])('is rejected if it has %s', async (_, more, errors) => {
    const { status, body } = await signUp(more);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid', errors });
  });

  it('is rejected if it contains a role, coins or an id, and creates no account', async () => {
    const name = uniqueName();
    for (const extra of [{ role: 'admin' }, { isAdmin: true }, { coins: 1_000_000 }, { id: 1 }])
      expect((await signUp(extra, name)).status).toBe(400);
    expect((await signUp({}, name)).status).toBe(201);
  });
});

describe('the check for taken names', () => {
  it('compares usernames and email addresses without regard to case', async () => {
    const name = uniqueName();
    expect((await signUp({}, name)).status).toBe(201);
    const both = await signUp({ username: name.toUpperCase(), email: `${name.toUpperCase()}@TEST.invalid` });
    expect(both.status).toBe(409);
    expect(both.body).toMatchObject({
      code: 'taken',
      errors: { username: TEXTS.usernameTaken, email: TEXTS.emailTaken },
    });
    const username = await signUp({ username: ` ${name} ` });
    expect(username.body.errors).toEqual({ username: TEXTS.usernameTaken });
    const email = await signUp({ email: `${name}@test.invalid` });
    expect(email.body.errors).toEqual({ email: TEXTS.emailTaken });
  });

  it('rejects a username that is reserved for another account', async () => {
    const name = uniqueName();
    await query(
      app.site.db,
      sql`insert into reserved_usernames (username, user_id, created_at) values (${name}, 1, ${app.clock.now()})`,
    );
    const { status, body } = await signUp({ username: name.toUpperCase() });
    expect([status, body.errors]).toEqual([409, { username: TEXTS.usernameTaken }]);
  });

  it.each<[string, (name: string, n: number) => Record<string, string>, string]>([
    [
      'name',
      (name, n) => ({ username: n % 2 ? name : name.toUpperCase(), email: `${n}${name}@site.test` }),
      'username',
    ],
    ['address', (name, n) => ({ username: `${name}${n}`, email: `${name}@site.test` }), 'email'],
  ])('lets only one of several concurrent sign-ups with the same %s succeed', async (_, fields, field) => {
    const name = uniqueName();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => signUp(fields(name, n))));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([1, 5]);
    for (const { body } of refused) expect(Object.keys(body.errors ?? {})).toEqual([field]);
    const found = await query(
      app.site.db,
      sql`select u.id from users u join characters c on c.user_id = u.id where email like ${`%${name}@site.test`}`,
    );
    expect(found.length).toBe(1);
  });
});

describe('a reserved account id that another account takes in the meantime', () => {
  const account = () => signUpBody(uniqueName());
  /**
   * Make the next sign-ups reserve the ids of the `count` newest accounts, as if another node had just taken them.
   * Return a spy on the hashing of passwords.
   */
  async function takeNextIds(count: number) {
    for (let n = 0; n < count; n++) await app.player();
    await query(
      app.site.db,
      sql`select setval(pg_get_serial_sequence('users', 'id'), max(id) - ${count - 1}, false) from users`,
    );
    return vi.spyOn(app.site.secrets, 'hashPassword').mockClear();
  }

  it('is replaced once by a new id, without hashing the password again', async () => {
    const hashes = await takeNextIds(1);
    expect((await signUp({ portrait: SEED })).status).toBe(201);
    expect(hashes).toHaveBeenCalledTimes(1);
  });

  it('makes the sign-up fail if the next id is also taken', async () => {
    await takeNextIds(2);
    await expect(createAccount(app.site.db, app.site, account())).rejects.toThrow('users_pkey');
  });

  it('makes the sign-up fail if the caller has already opened a transaction', async () => {
    await takeNextIds(1);
    const inTransaction = transaction(app.site.db, (tx) => createAccount(tx, app.site, account()));
    await expect(inTransaction).rejects.toThrow('users_pkey');
  });
});

describe('a new player', () => {
  it('is signed in, and has the role of a player and the default stats', async () => {
    const browser = app.browser();
    const name = uniqueName();
    const { body } = await browser.call('POST /api/users', { body: signUpBody(name) });
    expect(body.user).toEqual({
      id: expect.any(Number),
      username: name,
      email: `${name}@test.invalid`,
      firstName: 'Test',
      lastName: 'Player',
      role: 'player',
      isAdmin: false,
      avatarUrl: null,
      statusMessage: '',
      emailVerified: false,
      pendingEmail: null,
      mutedUntil: null,
      muteReason: null,
      factorDue: null,
      hidesMedia: false,
    });
    const session = await browser.call('GET /api/session');
    expect(session.body.user).toEqual(body.user);
    const game = await browser.call('GET /api/game/{userId}', { params: { userId: body.user.id } });
    expect(game.body.stats).toEqual({
      health: 100,
      attack: 3,
      defense: 3,
      energy: 100,
      coins: 50,
      level: 1,
      experience: 0,
      maxHealth: 100,
      wins: 0,
      losses: 0,
    });
    const activity = await browser.call('GET /api/activity');
    expect(activity.body.items.map((item) => item.type)).toEqual(['JOIN']);
  });

  it('is stored with the time of consent and a hashed password', async () => {
    const player = await app.player();
    const row = await queryOne<{ consent_at: Date; password_hash: string }>(
      app.site.db,
      sql`select * from users where id = ${player.id}`,
    );
    expect(row.consent_at).toEqual(app.clock.now());
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });

  it('gets a session that replaces the browser’s previous session', async () => {
    const player = await app.player();
    const old = player.cookieHeader;
    expect((await player.call('POST /api/users', { body: signUpBody(uniqueName()) })).status).toBe(201);
    const before = app.browser();
    const answer = await before.fetch('/api/session', { headers: { cookie: old } });
    expect(await answer.json()).toEqual({ user: null });
  });
});

describe('the portrait in a sign-up', () => {
  const orphans = () => queryValues<string>(app.site.db, sql`select key from orphaned_files`);

  it('is the avatar until the player removes it', async () => {
    const browser = app.browser();
    const { status, body } = await browser.call('POST /api/users', {
      body: { ...signUpBody(uniqueName()), portrait: SEED },
    });
    expect(status).toBe(201);
    const url = body.user.avatarUrl ?? '';
    expect(url).toMatch(new RegExp(`^/media/avatars/${body.user.id}-[0-9a-f-]+\\.webp$`));
    const files = await Promise.all(imageKeys(url).map((key) => browser.fetch(key)));
    const pictures = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
    const widths = await Promise.all(
      pictures.map(async (picture) => (await sharp(picture).metadata()).width),
    );
    expect(widths).toEqual([AVATAR_SIDE, ...IMAGE_SIDES.avatars]);
    const [drawn] = await toWebp(newcomerPortrait(SEED), [AVATAR_SIDE, ...IMAGE_SIDES.avatars]);
    expect(pictures[0]?.equals(drawn!)).toBe(true);
    expect(await orphans()).toEqual([]);

    await browser.call('PATCH /api/profiles/profile', { body: { avatarUrl: null } });
    expect((await browser.call('GET /api/session')).body.user?.avatarUrl).toBeNull();
    await expect.poll(async () => (await browser.fetch(url)).status).toBe(404);
  });

  it('is optional', async () => {
    for (const more of [{}, { portrait: null }]) {
      const { status, body } = await signUp(more);
      expect([status, body.user.avatarUrl]).toEqual([201, null]);
    }
  });

  it('is left out while the file store is down', async () => {
    const storing = vi.spyOn(app.site.files, 'put').mockRejectedValue(new AppError('unavailable'));
    const { status, body } = await signUp({ portrait: SEED });
    expect([status, body.user.avatarUrl]).toEqual([201, null]);
    storing.mockRestore();
    await query(app.site.db, sql`delete from orphaned_files`);
  });

  it('waits for only a few portraits of another network, even if that network has many sign-ups', async () => {
    const finished: string[] = [];
    const draw = async (network: string) => {
      const portrait = await drawPortrait(1, SEED, network);
      if (portrait) finished.push(network);
    };
    await Promise.all([...Array(12).fill('203.0.113.0'), ...Array(3).fill('198.51.100.0')].map(draw));
    expect(finished.filter((network) => network === '203.0.113.0')).toHaveLength(10);
    expect(finished.slice(0, 7).filter((network) => network === '198.51.100.0')).toHaveLength(3);
  });

  it('leaves no files if the username is taken in the meantime', async () => {
    const name = uniqueName();
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ portrait: SEED }, name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    await expect.poll(orphans).toEqual([]);
    const url = answers.find(({ status }) => status === 201)?.body.user.avatarUrl ?? '';
    expect((await app.browser().fetch(url)).status).toBe(200);
  });

  it('is stored together with its account, even if the server crashes', async () => {
    const names = [uniqueName()];
    const attempt = () => signUp({ portrait: SEED }, names.at(-1));
    while (await failAfterStatement(app, names.length, attempt)) names.push(uniqueName());
    expect(names.length).toBeGreaterThan(8);
    const urls = await queryValues<string>(
      app.site.db,
      sql`select avatar_url from users where avatar_url is not null`,
    );
    const used = urls.flatMap((url) => imageKeys(url.slice('/media/'.length)));
    const listed = await orphans();
    const stored = [...(await app.site.files.listAll('avatars')).objects].flatMap((file) =>
      file.isFile ? [file.key] : [],
    );
    // All files of accounts are stored, and are not listed for deletion. All other stored files are listed.
    expect(listed.filter((key) => used.includes(key))).toEqual([]);
    expect(stored.filter((key) => !used.includes(key) && !listed.includes(key))).toEqual([]);
    expect(used.filter((key) => !stored.includes(key))).toEqual([]);
  });
});
