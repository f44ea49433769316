import { LIMITS } from '@rivalhold/shared/limits.ts';
import {
  mapProfileTextFields,
  PROFILE_TEXT_FIELD_NAMES,
  PROFILE_TEXT_FIELDS,
} from '@rivalhold/shared/profiles.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, PASSWORD, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { setRole } from '../accounts/service.ts';
import { setCharacter } from '../combat/testing.ts';
import { getReportedProfile } from './reported-content.ts';

const app = useTestApp();

const edit = (player: TestPlayer, body: object) => player.call('PATCH /api/profiles/profile', { body });
const seen = async (player: TestPlayer, id = player.id) =>
  (await player.call('GET /api/profiles/{id}', { params: { id } })).body;

describe('the status', () => {
  const set = (player: TestPlayer, statusMessage: unknown) =>
    player.call('PATCH /api/users/me/status', { body: { statusMessage } });

  it('is trimmed, can be empty, and is broadcast immediately', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const received = nextEvent(await other.socket(), 'user:status');
    const { body } = await set(one, '  By the forge.  ');
    expect(body.user.statusMessage).toBe('By the forge.');
    expect(await received).toEqual({ userId: one.id, statusMessage: 'By the forge.' });
    expect((await seen(other, one.id)).statusMessage).toBe('By the forge.');
    expect((await set(one, '')).body.user.statusMessage).toBe('');
  });

  it('keeps at most one blank line in a row', async () => {
    const one = await app.player();
    const { body } = await set(one, 'a\n\n\n\n\n\nb');
    expect(body.user.statusMessage).toBe('a\n\nb');
  });

  it('can have at most 140 characters', async () => {
    const one = await app.player();
    expect((await set(one, 'x'.repeat(140))).status).toBe(200);
    expect((await set(one, '🐉'.repeat(140))).status).toBe(200);
    for (const letter of ['x', '🐉'])
      expect((await set(one, letter.repeat(141))).body.errors?.statusMessage).toBeTruthy();
    expect((await set(one, null)).status).toBe(400);
  });
});

describe('editing a profile', () => {
  it('changes only the given fields', async () => {
    const one = await app.player();
    await edit(one, {
      age: 30,
      sex: 'non_binary',
      relationshipStatus: 'its_complicated',
      ...mapProfileTextFields((name) => ` ${name} of Emberfell `),
    });
    expect(await seen(one)).toMatchObject({
      age: 30,
      sex: 'non_binary',
      relationshipStatus: 'its_complicated',
      ...mapProfileTextFields((name) => `${name} of Emberfell`),
    });
    await edit(one, { age: null });
    expect(await seen(one)).toMatchObject({ age: null, sex: 'non_binary' });
    const cleared = mapProfileTextFields(() => null);
    await edit(one, cleared);
    expect(await seen(one)).toMatchObject({ ...cleared, sex: 'non_binary' });
  });

  it('rejects each invalid field with its own error', async () => {
    const one = await app.player();
    const bad = {
      age: 17,
      sex: 'other',
      relationshipStatus: 'x',
      ...mapProfileTextFields((name) => 'x'.repeat(PROFILE_TEXT_FIELDS[name].maxLength + 1)),
      statusMessage: 'x'.repeat(141),
    };
    const { status, body } = await edit(one, { ...bad, firstName: 'Changed' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(Object.keys(bad).sort());
    expect((await one.user())?.firstName).toBe('Test');
    expect((await edit(one, { coins: 1_000 })).status).toBe(400);
    expect((await edit(one, { role: 'admin' })).status).toBe(400);
    expect(
      (await edit(one, { avatarUrl: 'https://elsewhere.invalid/x.png' })).body.errors?.avatarUrl,
    ).toBeTruthy();
    expect((await edit(one, { avatarUrl: '' })).body.user.avatarUrl).toBeNull();
  });

  it.each(PROFILE_TEXT_FIELD_NAMES)(
    'accepts the field “%s” up to its maximum length, and rejects control characters in it',
    async (name) => {
      const one = await app.player();
      const longest = 'x'.repeat(PROFILE_TEXT_FIELDS[name].maxLength);
      expect((await edit(one, { [name]: longest })).status).toBe(200);
      expect(Object.keys((await edit(one, { [name]: 'a\u0007b' })).body.errors ?? {})).toEqual([name]);
      expect((await seen(one))[name]).toBe(longest);
    },
  );

  it('causes later reports about the profile to contain the username and all new texts', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await edit(
      one,
      mapProfileTextFields((name) => `My ${name}`),
    );
    const reported = await getReportedProfile(app.site.db, { id: one.id, viewerId: other.id });
    const texts = PROFILE_TEXT_FIELD_NAMES.map((name) => `My ${name}`);
    expect(reported?.text).toBe([one.username, ...texts].join('\n'));
  });

  it('rejects a second new username within 30 days, and a username that another player has or had', async () => {
    const one = await app.player();
    const [next, third] = [uniqueName(), uniqueName()];
    expect((await edit(one, { username: next })).body.user.username).toBe(next);
    expect((await edit(one, { username: third })).status).toBe(429);
    app.clock.advance(LIMITS.usernameChangeMs);
    const again = await app.player();
    expect((await edit(again, { username: one.username.toUpperCase() })).body.errors?.username).toBeTruthy();
    expect((await edit(again, { username: next })).status).toBe(409);
    expect((await edit(again, { username: 'abc' })).status).toBe(400);
  });

  it('requires the password for a new email address', async () => {
    const one = await app.player();
    const email = `${uniqueName()}@test.invalid`;
    expect((await edit(one, { email })).body.errors?.currentPassword).toBeTruthy();
    expect((await edit(one, { email, currentPassword: 'wrong-password' })).status).toBe(400);
    const { body } = await edit(one, { email, currentPassword: PASSWORD });
    expect(body.user).toMatchObject({ email, emailVerified: false });
    const other = await app.player();
    expect((await edit(other, { email: email.toUpperCase(), currentPassword: PASSWORD })).status).toBe(409);
  });
});

describe('finding players', () => {
  it('matches any part of the name, ignoring case', async () => {
    const tag = uniqueName().slice(-6);
    const [one, other] = [await app.player(`Ab${tag}Xy`), await app.player(`Zz${tag}Qq`)];
    await setCharacter(app, other, { level: 9 });
    const find = async (query: Record<string, string | number>) =>
      (await one.call('GET /api/profiles', { query })).body.map((profile) => profile.id);
    expect(await find({ search: tag.toUpperCase() })).toEqual([other.id, one.id]);
    expect(await find({ search: `b${tag}x` })).toEqual([one.id]);
    expect(await find({ search: `@Ab${tag}x` })).toEqual([one.id]);
    expect(await find({ search: tag, minLevel: 9 })).toEqual([other.id]);
    expect(await find({ search: '100%' })).toEqual([]);
    expect(await find({ search: '_' })).toEqual([]);
    expect((await one.call('GET /api/profiles', { query: { minLevel: 0 } })).status).toBe(400);
    const paged = await one.call('GET /api/profiles', { query: { search: tag, limit: 1 } });
    const next = /<([^>]+)>/.exec(paged.headers.get('link') ?? '')?.[1] ?? '';
    expect(await (await one.fetch(next)).json()).toMatchObject([{ id: one.id }]);
  });

  it('opens a profile by name, ignoring case', async () => {
    const one = await app.player();
    const open = (username: string) =>
      one.call('GET /api/profiles/username/{username}', { params: { username } });
    expect((await open(one.username.toUpperCase())).body.id).toBe(one.id);
    expect((await open('nobody-at-all')).status).toBe(404);
  });
});

describe('an avatar', () => {
  it('can be cleared on the staff route only by staff', async () => {
    const [one, staff] = [await app.player(), await app.player()];
    const clear = (player: TestPlayer) =>
      player.call('PATCH /api/users/{id}/avatar/clear', { params: { id: one.id }, body: {} });
    await query(app.site.db, sql`update users set avatar_url = '/media/avatars/x.webp' where id = ${one.id}`);
    expect((await clear(one)).status).toBe(403);
    await setRole(app.site.db, app.site, { username: staff.username, role: 'moderator' });
    expect((await clear(staff)).body).toEqual({ user: { id: one.id, avatarUrl: null } });
    expect((await seen(one)).avatarUrl).toBeNull();
  });
});
