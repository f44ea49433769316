import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, signUpBody, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { insertPlayersSql } from '../../testing/statements.ts';
import { verifyLedger } from '../coins/service.ts';
import { auditEntriesAbout, createStaff } from '../moderation/testing.ts';
import { requestFor } from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
beforeAll(async () => {
  admin = await createStaff(app, 'admin', 'Lord.Of.Keys');
});

const namesOf = async (query: Record<string, string | number>) => {
  const { status, body, headers } = await admin.call('GET /api/admin/users', { query });
  expect(status).toBe(200);
  return { names: body.map(({ username }) => username), link: headers.get('link') };
};

describe('the player list', () => {
  it('lists the newest players first, with pages linked by the Link header', async () => {
    for (const name of ['Page.One', 'Page.Two', 'Page.Three']) await app.player(name);
    const first = await namesOf({ limit: 2 });
    expect(first.names).toEqual(['Page.Three', 'Page.Two']);
    const next = new URL(/<(.+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? '', app.url);
    const response = await admin.fetch(next.pathname + next.search);
    expect(((await response.json()) as { username: string }[])[0]?.username).toBe('Page.One');
    const { body } = await admin.call('GET /api/admin/users', { query: { search: 'page.one' } });
    expect(body[0]).toMatchObject({
      email: 'page.one@test.invalid',
      role: 'player',
      level: 1,
      suspended: false,
    });
    expect((await admin.call('GET /api/admin/users', { query: { cursor: 'no' } })).status).toBe(400);
  });

  it('finds an email address both as it was entered and as it is stored', async () => {
    const username = uniqueName();
    const body = { ...signUpBody(username), email: 'idn.reader@münchen.example' };
    expect((await app.browser().call('POST /api/users', { body })).status).toBe(201);
    for (const search of ['reader@münchen', 'IDN.Reader@xn--mnchen-3ya.example'])
      expect((await namesOf({ search })).names, search).toEqual([username]);
  });

  it('finds players by any part of a username or email address, even a single letter', async () => {
    await app.player('Quill_Keeper');
    for (const search of [
      'ill_ke',
      'KEEPER@TEST',
      'quill_keeper@test.invalid',
      'q',
      'QU',
      'ui',
      '_',
      ' quill ',
      '@quill_keeper',
    ])
      expect((await namesOf({ search })).names, search).toEqual(['Quill_Keeper']);
    // Wildcards of LIKE match literally. No match begins in the username and ends in the email address.
    for (const search of ['quill%', 'Quill-Keeper', 'er quill', '%', '\\', "'", '<b>'])
      expect((await namesOf({ search })).names, search).toEqual([]);
    const page = await namesOf({ search: 'page', limit: 1 });
    expect(page.link).toContain('search=page');
    expect((await admin.call('GET /api/admin/users', { query: { search: 'x'.repeat(61) } })).status).toBe(
      400,
    );
  });

  it('finds all matching usernames among more than a thousand players', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `Elder_${n}x`);
    for (const name of names) await app.player(name);
    await app.player('Once.Only');
    for (const statement of [...insertPlayersSql(1_100), sql`analyze users`])
      await query(app.site.db, statement);
    expect((await namesOf({ search: 'once.on' })).names).toEqual(['Once.Only']);
    expect((await namesOf({ search: 'elder_' })).names).toEqual(names.toReversed());
    expect((await namesOf({ search: 'elder_', limit: 3 })).names).toEqual(names.toReversed().slice(0, 3));
    const first = await namesOf({ search: 'crowd', limit: 50 });
    expect(first.names).toEqual(Array.from({ length: 50 }, (_, n) => `crowd${1_100 - n}`));
    const next = new URL(/<(.+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? '', app.url);
    const second = (await (await admin.fetch(next.pathname + next.search)).json()) as { username: string }[];
    expect(second.map(({ username }) => username)).toEqual(
      Array.from({ length: 50 }, (_, n) => `crowd${1_050 - n}`),
    );
  });
});

describe('role changes', () => {
  it('apply immediately, and are audited', async () => {
    const player = await app.player();
    const socket = await player.socket();
    expect((await player.call('GET /api/mod/mutes')).status).toBe(403);
    const heard = nextEvent(socket, 'session:changed');
    const { status, body } = await admin.call('PATCH /api/admin/promote/{id}', requestFor(player));
    expect([status, body.user.role]).toEqual([200, 'moderator']);
    await heard;
    expect((await player.user())?.role).toBe('moderator');
    expect((await admin.call('PATCH /api/admin/promote/{id}', requestFor(player))).status).toBe(409);
    expect((await admin.call('PATCH /api/admin/demote/{id}', requestFor(player))).body.user.role).toBe(
      'player',
    );
    expect((await admin.call('PATCH /api/admin/demote/{id}', requestFor(player))).status).toBe(409);
    expect((await player.user())?.isAdmin).toBe(false);
    const { items } = (await player.call('GET /api/notifications')).body;
    expect(items).toMatchObject([{ type: 'system', data: { actorId: null, link: '/dashboard' } }]);
    expect(await auditEntriesAbout(app, player.id)).toMatchObject([
      { kind: 'role.change', actor_id: admin.id, before: 'player', after: 'moderator' },
      { kind: 'role.change', before: 'moderator', after: 'player' },
    ]);
  });

  it('are rejected for admins, including the caller', async () => {
    const other = await createStaff(app, 'admin');
    for (const key of ['PATCH /api/admin/promote/{id}', 'PATCH /api/admin/demote/{id}'] as const)
      for (const [target, message] of [
        [admin, 'You can’t change your own role.'],
        [other, 'Only the site operator can add or remove admins.'],
      ] as const) {
        const { status, body } = await admin.call(key, requestFor(target));
        expect([status, body.message]).toEqual([403, message]);
      }
    expect((await admin.call('PATCH /api/admin/promote/{id}', requestFor({ id: 999_999 }))).status).toBe(404);
  });

  it('do not end the mute of a promoted player, and are rejected for a suspended player', async () => {
    const [muted, suspended] = [await app.player(), await app.player()];
    const until = new Date(app.clock.now().getTime() + 60_000);
    await query(app.site.db, sql`update users set muted_until = ${until} where id = ${muted.id}`);
    await query(
      app.site.db,
      sql`update users set suspended_at = ${app.clock.now()} where id = ${suspended.id}`,
    );
    const { body } = await admin.call('PATCH /api/admin/promote/{id}', requestFor(muted));
    expect(body.user).toMatchObject({ role: 'moderator', mutedUntil: until.toISOString() });
    expect((await admin.call('PATCH /api/admin/promote/{id}', requestFor(suspended))).status).toBe(409);
  });
});

describe('deletion by an admin', () => {
  it('deletes a player’s account and is recorded in the audit log', async () => {
    const player = await app.player('Gone.By.Staff');
    const other = await createStaff(app, 'admin');
    expect((await admin.call('DELETE /api/admin/users/{id}', requestFor(admin))).status).toBe(403);
    expect((await admin.call('DELETE /api/admin/users/{id}', requestFor(other))).status).toBe(403);
    const { status, body } = await admin.call('DELETE /api/admin/users/{id}', requestFor(player));
    expect([status, body]).toEqual([200, { deleted: 'user' }]);
    expect((await player.call('GET /api/profiles')).status).toBe(401);
    expect((await admin.call('DELETE /api/admin/users/{id}', requestFor(player))).status).toBe(404);
    expect((await namesOf({ search: 'gone.by' })).names).toEqual([]);
    expect(await auditEntriesAbout(app, player.id)).toMatchObject([
      { kind: 'user.delete', actor_id: admin.id, subject: null, before: null, after: null },
    ]);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });
});
