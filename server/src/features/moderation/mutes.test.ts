import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import { utcTime } from '@rivalhold/shared/dates.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { firstEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { postForm } from '../clips/testing.ts';
import { sendDirectMessage } from '../dms/testing.ts';
import { addPhoto, postPhotoForm } from '../photos/testing.ts';
import { auditEntriesAbout, createStaff, muteOf, mutesOf, unmuteOf } from './testing.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202e\u200b “spam”';

const app = useTestApp();
let moderator: TestPlayer;
let admin: TestPlayer;
beforeAll(async () => {
  [moderator, admin] = [await createStaff(app), await createStaff(app, 'admin')];
});

const after = (ms: number): Date => new Date(app.clock.now().getTime() + ms);
const post = (player: TestPlayer) => player.call('POST /api/feed', { body: { body: 'A word' } });

describe('a mute', () => {
  it('applies immediately to open sockets', async () => {
    const player = await app.player();
    const socket = await player.socket();
    const changed = new Promise((resolve) => socket.once('session:changed', resolve));
    const { status, body } = await muteOf(moderator, player.id, { duration: '1d', reason: `  ${HOSTILE} ` });
    expect(status).toBe(200);
    const until = after(DAY);
    expect(body.mute).toEqual({
      userId: player.id,
      username: player.username,
      avatarUrl: null,
      mutedUntil: until.toISOString(),
      reason: HOSTILE,
      mutedBy: moderator.username,
      mayChange: true,
    });
    await changed;
    const notice = await firstEvent(socket, 'notify:new');
    expect(notice).toMatchObject({ type: 'system', title: 'You are muted' });
    expect(notice.text).toContain(utcTime(until));
    expect(notice.text).toContain(HOSTILE);
    const refused = await post(player);
    expect([refused.status, refused.body.code]).toEqual([403, 'muted']);
    expect(refused.body.message).toBe(`You are muted until ${utcTime(until)}.`);
    expect(await player.user()).toMatchObject({
      mutedUntil: until.toISOString(),
      muteReason: HOSTILE,
    });
    expect(await auditEntriesAbout(app, player.id)).toMatchObject([
      {
        kind: 'mute.begin',
        actor_id: moderator.id,
        before: null,
        after: until.toISOString(),
        reason: HOSTILE,
      },
    ]);
  });

  it('prevents public texts and pictures, but not direct messages or fights', async () => {
    const [player, friend] = [await app.player(), await app.player()];
    const photo = await addPhoto(player);
    const { body } = await post(friend);
    await muteOf(moderator, player.id);
    const image = await createPng();
    const said = await Promise.all([
      post(player),
      player.call('POST /api/feed/{id}/comments', { params: { id: body.post.id }, body: { body: 'x' } }),
      player.call('POST /api/profiles/{id}/status/comments', {
        params: { id: friend.id },
        body: { body: 'x' },
      }),
      player.call('PATCH /api/photos/{id}', { params: { id: photo.id }, body: { caption: 'x' } }),
      player.call('PATCH /api/users/me/status', { body: { statusMessage: 'x' } }),
      ...(['statusMessage', 'location', 'username'] as const).map((field) =>
        player.call('PATCH /api/profiles/profile', { body: { [field]: 'Another' } }),
      ),
      player.call('PATCH /api/profiles/profile', { body: { avatarUrl: photo.imageUrl } }),
      player.call('PATCH /api/photos/{id}/avatar', { params: { id: photo.id } }),
      player.call('POST /api/upload/avatar', { form: [['avatar', image]] }),
      postPhotoForm(player, image),
      postPhotoForm(player, image, { caption: ' x ' }),
      postForm(player, [['file', image]]),
    ]);
    for (const { status, body } of said)
      expect([status, (body as { code?: string }).code]).toEqual([403, 'muted']);
    const { status } = await player.call('GET /api/photos');
    expect(status).toBe(200);
    const rest = { age: 40, firstName: 'Ada', username: player.username, statusMessage: '' };
    expect((await player.call('PATCH /api/profiles/profile', { body: rest })).status).toBe(200);
    expect(await sendDirectMessage(await player.socket(), player, friend, 'Still here')).toMatchObject({
      ok: true,
    });
    expect(
      (
        await player.call('GET /api/combat/{userId}', {
          params: { userId: player.id },
          query: { opponentId: friend.id },
        })
      ).status,
    ).toBe(200);
  });

  it('prevents new profile texts and pictures, with an error for each field', async () => {
    const player = await app.player();
    const photo = await addPhoto(player);
    const edit = (body: object) => player.call('PATCH /api/profiles/profile', { body });
    await edit({ location: 'Bergen', statusMessage: 'Hello', avatarUrl: photo.imageUrl });
    await muteOf(moderator, player.id);
    const { status, body } = await edit({
      location: 'Oslo',
      statusMessage: 'Hi',
      username: 'Renamed.One',
      age: 30,
    });
    expect([status, (body as ErrorBody).code]).toEqual([403, 'muted']);
    expect(Object.keys((body as ErrorBody).errors ?? {}).toSorted()).toEqual([
      'location',
      'statusMessage',
      'username',
    ]);
    expect(await player.user()).toMatchObject({ username: player.username, statusMessage: 'Hello' });
    expect(
      (await edit({ location: 'Bergen', statusMessage: ' Hello ', avatarUrl: photo.imageUrl })).status,
    ).toBe(200);
    expect((await edit({ location: null, statusMessage: null, avatarUrl: null })).status).toBe(200);
    expect(await player.user()).toMatchObject({ avatarUrl: null, statusMessage: '' });
  });

  it.each([
    ['1d', 1],
    ['1m', 30],
    ['1y', 365],
  ] as const)('replaces an earlier mute (duration: %s, in days: %i)', async (duration, days) => {
    const player = await app.player();
    const first = await muteOf(moderator, player.id, { duration: '1y', reason: null });
    app.clock.advance(1_000);
    const { body } = await muteOf(moderator, player.id, { duration });
    expect(body.mute).toMatchObject({ mutedUntil: after(days * DAY).toISOString(), reason: null });
    expect((await mutesOf(moderator, player.id)).length).toBe(1);
    expect((await auditEntriesAbout(app, player.id))[1]).toMatchObject({
      before: first.body.mute.mutedUntil,
    });
    const { items } = (await player.call('GET /api/notifications')).body;
    expect(items.filter(({ title }) => title === 'You are muted').length).toBe(1);
  });

  it('ends when it expires or when staff end it', async () => {
    const player = await app.player();
    expect((await unmuteOf(moderator, player.id)).status).toBe(200);
    expect(await auditEntriesAbout(app, player.id)).toEqual([]);
    await muteOf(moderator, player.id);
    expect((await unmuteOf(admin, player.id)).status).toBe(200);
    expect((await post(player)).status).toBe(201);
    expect(await mutesOf(moderator, player.id)).toEqual([]);
    expect((await player.call('GET /api/notifications')).body.items).toEqual([]);
    expect((await auditEntriesAbout(app, player.id)).map(({ kind }) => kind)).toEqual([
      'mute.begin',
      'mute.end',
    ]);

    await muteOf(moderator, player.id);
    app.clock.advance(DAY);
    expect((await post(player)).status).toBe(201);
    expect((await player.user())?.mutedUntil).toBeNull();
    expect((await mutesOf(moderator, player.id)).length).toBe(1);
    app.clock.advance(LIMITS.mute.shownMs);
    expect(await mutesOf(moderator, player.id)).toEqual([]);
    expect((await unmuteOf(moderator, player.id)).status).toBe(200);
    expect((await auditEntriesAbout(app, player.id)).length).toBe(3);
  });

  it('can be imposed and ended only by staff of a higher rank than the player', async () => {
    const [player, other] = [await app.player(), await createStaff(app)];
    const byAdmin = (id: number, key: 'POST' | 'DELETE' = 'POST') =>
      admin.call(`${key} /api/admin/mute/{id}`, {
        params: { id },
        ...(key === 'POST' && { body: { duration: '1d' } }),
      });
    for (const target of [moderator, other, admin]) {
      expect((await muteOf(moderator, target.id)).status).toBe(403);
      expect((await unmuteOf(moderator, target.id)).status).toBe(403);
    }
    const onSelf = await byAdmin(admin.id);
    expect([onSelf.status, onSelf.body.message]).toEqual([403, 'You can’t do this to yourself.']);
    expect((await byAdmin((await createStaff(app, 'admin')).id)).status).toBe(403);
    expect((await byAdmin(other.id)).status).toBe(200);
    expect((await byAdmin(other.id, 'DELETE')).status).toBe(200);
    expect((await muteOf(admin, other.id)).status).toBe(200);
    expect((await moderator.call('POST /api/admin/mute/{id}', { params: { id: player.id } })).status).toBe(
      403,
    );
    expect((await muteOf(moderator, 9_999_999)).body.message).toBe('User not found');
  });

  it('that an admin imposed can be changed only by admins until it expires', async () => {
    const player = await app.player('Outranked.Mute');
    const given = await muteOf(admin, player.id, { duration: '1d', reason: 'Threats' });
    const until = new Date(given.body.mute.mutedUntil);
    for (const { status, body } of [
      await muteOf(moderator, player.id, { duration: '1d' }),
      await muteOf(moderator, player.id, { duration: '1y' }),
      await unmuteOf(moderator, player.id),
    ])
      expect([status, (body as { message: string }).message]).toEqual([
        403,
        `An admin muted this player until ${utcTime(until)}. Only admins can change this mute.`,
      ]);
    const [listed] = await mutesOf(moderator, player.id);
    expect(listed).toMatchObject({ mutedUntil: until.toISOString(), reason: 'Threats', mayChange: false });
    expect((await mutesOf(admin, player.id))[0]).toMatchObject({ mayChange: true });
    const { body: found } = await moderator.call('GET /api/mod/users/by-username/{name}', {
      params: { name: player.username },
    });
    expect(found).toMatchObject({ mutedBy: admin.username, mayMute: false, maySuspend: true });
    expect((await auditEntriesAbout(app, player.id)).length).toBe(1);
    app.clock.advance(DAY);
    expect((await muteOf(moderator, player.id)).status).toBe(200);
    expect((await unmuteOf(moderator, player.id)).status).toBe(200);
  });

  it('is rejected if its duration is invalid or its reason is too long', async () => {
    const { id } = await app.player();
    for (const body of [
      {},
      { duration: '2d' },
      { duration: '1d', reason: 'x'.repeat(501) },
      { duration: '1d', reason: 7 },
      { duration: '1d', more: 1 },
    ])
      expect((await muteOf(moderator, id, body)).status).toBe(400);
  });

  it('rejects posts from the moment it begins, even during concurrent requests', async () => {
    const player = await app.player();
    const answers = await Promise.all([post(player), muteOf(moderator, player.id), post(player)]);
    expect(answers[1]?.status).toBe(200);
    for (const { status } of [answers[0], answers[2]] as { status: number }[])
      expect([201, 403]).toContain(status);
    expect((await post(player)).status).toBe(403);
    const stored = await query(app.site.db, sql`select id from posts where user_id = ${player.id}`);
    expect(stored.length).toBe(answers.filter(({ status }) => status === 201).length);
  });
});

describe('the staff player lookup', () => {
  it('finds a player by full username, ignoring case', async () => {
    const player = await app.player('Loud.Mouth');
    const find = (name: string) =>
      moderator.call('GET /api/mod/users/by-username/{name}', { params: { name } });
    const until = (await muteOf(moderator, player.id)).body.mute.mutedUntil;
    expect((await find(' loud.mouth ')).body).toEqual({
      id: player.id,
      userId: player.id,
      username: 'Loud.Mouth',
      avatarUrl: null,
      role: 'player',
      mutedUntil: until,
      mutedBy: moderator.username,
      mayMute: true,
      suspended: false,
      suspendedUntil: null,
      suspendedBy: null,
      maySuspend: true,
    });
    expect((await find('@Loud.Mouth')).body.id).toBe(player.id);
    for (const name of ['Loud', 'loud.mouth@test.invalid', '%', '<b>']) {
      const { status, body } = await find(name);
      expect([status, body.message]).toEqual([404, 'User not found']);
    }
    app.clock.advance(DAY);
    const { body } = await admin.call('GET /api/admin/users/by-username/{name}', {
      params: { name: 'LOUD.MOUTH' },
    });
    expect(body).toMatchObject({ mutedUntil: null, mutedBy: null, mayMute: true });
  });
});
