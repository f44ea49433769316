import { beforeAll, describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { uploadClip } from '../clips/testing.ts';
import { createStaff, muteOf } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { recordAudit } from './service.ts';

const HOSTILE = '<script>alert(1)</script> \u202e\u200b';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
let player: TestPlayer;
beforeAll(async () => {
  [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app)];
  player = await app.player();
});

const entries = (query: Record<string, string | number> = {}) =>
  admin.call('GET /api/admin/audit', { query });
const kindsOf = async (query: Record<string, string | number>) =>
  (await entries(query)).body.items.map(({ kind }) => kind);

describe('the audit log', () => {
  it('hides reports about an admin from that admin', async () => {
    const [reported, reporter] = [await createStaff(app, 'admin'), await app.player()];
    const { body: received } = await reported.call('POST /api/feed', { body: { body: 'A word' } });
    const { body: sent } = await reporter.call('POST /api/reports', {
      body: { kind: 'post', id: received.post.id, reason: 'Spam' },
    });
    const params = { id: sent.report.id };
    for (const body of [
      { action: 'note', text: 'Watch them' },
      { action: 'resolve', outcome: 'dismiss' },
    ] as const)
      expect((await admin.call('PATCH /api/mod/reports/{id}', { params, body })).status).toBe(200);
    const kinds = await kindsOf({ target: reported.id });
    expect(kinds.filter((kind) => kind.startsWith('report.'))).toEqual(['report.resolve', 'report.note']);
    const own = await reported.call('GET /api/admin/audit', { query: { actor: admin.id } });
    expect([own.status, JSON.stringify(own.body).includes('report.')]).toEqual([200, false]);
  });

  it('records deletions by staff, with the deleted text', async () => {
    const post = async (by: TestPlayer) =>
      (await by.call('POST /api/feed', { body: { body: HOSTILE } })).body.post.id;
    const comment = async (id: number) =>
      (await player.call('POST /api/feed/{id}/comments', { params: { id }, body: { body: 'Said' } })).body
        .comment.id;
    const [id, kept] = [await post(player), await post(admin)];
    const { body: said } = await player.call('POST /api/profiles/{id}/status/comments', {
      params: { id: moderator.id },
      body: { body: 'On a profile' },
    });
    const [photo, clip] = [await addPhoto(player, 'A caption'), await uploadClip(player, 'A clip')];
    await player.call('PATCH /api/photos/{id}/avatar', { params: { id: photo.id } });
    const deletions = [
      ['DELETE /api/feed/{id}', { id }],
      ['DELETE /api/feed/{id}/comments/{commentId}', { id: kept, commentId: await comment(kept) }],
      [
        'DELETE /api/profiles/{id}/status/comments/{commentId}',
        { id: moderator.id, commentId: said.comment.id },
      ],
      ['DELETE /api/clips/{id}', { id: clip.id }],
      ['PATCH /api/users/{id}/avatar/clear', { id: player.id }],
      ['DELETE /api/photos/{id}', { id: photo.id }],
    ] as const;
    for (const [key, params] of deletions) expect((await admin.call(key, { params })).status).toBe(200);
    const { items } = (await entries({ target: player.id, actor: admin.username.toUpperCase() })).body;
    expect(items.map(({ kind, before }) => [kind, before])).toEqual([
      ['photo.delete', 'A caption'],
      ['avatar.remove', photo.imageUrl],
      ['clip.delete', 'A clip'],
      ['profileComment.delete', 'On a profile'],
      ['comment.delete', 'Said'],
      ['post.delete', HOSTILE.trim()],
    ]);
    expect(items.at(-1)).toMatchObject({
      actorId: admin.id,
      actorName: admin.username,
      targetId: player.id,
      targetName: player.username,
      subject: `post ${id}`,
    });

    await player.call('DELETE /api/feed/{id}', { params: { id: await post(player) } });
    await admin.call('DELETE /api/feed/{id}', { params: { id: kept } });
    expect(await kindsOf({ kind: 'post.delete' })).toEqual(['post.delete']);
  });

  it('filters by actor, target and kind of action', async () => {
    await muteOf(moderator, player.id, { duration: '1d', reason: HOSTILE });
    expect((await entries({ actor: moderator.id })).body.items).toMatchObject([
      { kind: 'mute.begin', reason: HOSTILE.trim() },
    ]);
    expect(await kindsOf({ actor: moderator.username, target: player.username, kind: 'mute.end' })).toEqual(
      [],
    );
    expect(await kindsOf({ target: moderator.username })).toEqual(['role.change']);
    for (const name of ['nobody.at.all', '999999', '%', player.username.slice(0, 4)])
      expect(await kindsOf({ target: name })).toEqual([]);
    expect((await entries({ kind: 'mute' })).status).toBe(400);
    const digits = await createStaff(app, 'moderator', String(player.id).padStart(4, '7'));
    expect(await kindsOf({ target: digits.username })).toEqual(['role.change']);
  });

  it('has stable pages while entries are added', async () => {
    const target = await app.player();
    const write = (from: number, to: number) =>
      transaction(app.site.db, async (tx) => {
        for (let n = from; n < to; n++)
          await recordAudit(tx, app.site, {
            kind: 'user.warn',
            actorId: null,
            targetId: target.id,
            subject: `${n}`,
          });
      });
    await write(0, 25);
    const first = (await entries({ target: target.username, limit: 10 })).body;
    await write(25, 30);
    const read = [...first.items];
    for (let cursor = first.nextCursor; cursor; ) {
      const { body } = await entries({ target: target.id, limit: 10, cursor });
      read.push(...body.items);
      cursor = body.nextCursor;
    }
    expect(read.map(({ subject }) => Number(subject))).toEqual(Array.from({ length: 25 }, (_, n) => 24 - n));
    expect(read[0]).toMatchObject({ actorId: null, actorName: null });
    expect((await entries({ cursor: 'x' })).status).toBe(400);
  });

  it('is append-only, and forbidden for moderators', async () => {
    for (const statement of [
      sql`delete from audit_log`,
      sql`update audit_log set kind = 'x'`,
      sql`truncate audit_log`,
    ])
      await expect(query(app.site.db, statement)).rejects.toThrow('append-only');
    expect((await moderator.call('GET /api/admin/audit')).status).toBe(403);
  });
});
