import { utcTime } from '@rivalhold/shared/dates.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { setRole } from '../accounts/service.ts';
import { readMails, tokensFor, waitForMail } from '../accounts/testing.ts';
import { openFightOf, strike } from '../combat/testing.ts';
import { decideProposal } from './service.ts';
import { auditEntriesAbout, createStaff, PERMANENT_SUSPENSION, restoreOf, suspendOf } from './testing.ts';

const HOSTILE = '<script>alert(1)</script> \u202e threats';

const app = useTestApp();
let moderator: TestPlayer;
beforeAll(async () => {
  moderator = await createStaff(app);
});

const after = (ms: number): Date => new Date(app.clock.now().getTime() + ms);
const sessionsOf = (id: number) => query(app.site.db, sql`select id from sessions where user_id = ${id}`);

describe('a suspension', () => {
  it('ends sessions, sockets and open fights', async () => {
    const [player, one, two] = [await app.player(), await app.player(), await app.player()];
    const email = `${player.username}@test.invalid`;
    await query(app.site.db, sql`update users set email_verified_at = created_at where id = ${player.id}`);
    await openFightOf(player, one);
    await openFightOf(two, player);
    const socket = await player.socket();
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    const until = after(3_600_000);
    const { status, body } = await suspendOf(moderator, player.id, {
      until: until.toISOString(),
      reason: HOSTILE,
    });
    expect(status).toBe(200);
    expect(body.suspension).toEqual({
      userId: player.id,
      username: player.username,
      avatarUrl: null,
      until: until.toISOString(),
      reason: HOSTILE,
      suspendedBy: moderator.username,
      mayChange: true,
    });
    await gone;
    expect((await player.call('GET /api/friendships')).status).toBe(401);
    await expect(player.socket()).rejects.toThrow();
    for (const other of [one, two]) {
      expect((await other.call('GET /api/combat/open')).body).toEqual([]);
      const challenge = await openFightOf(other, player);
      expect([challenge.status, challenge.body.message]).toEqual([
        409,
        'This player can’t be challenged right now.',
      ]);
      expect((await strike(other, player)).status).toBe(409);
    }
    const fights = await query<{ winner_id: number; reward_coins: number; reward_xp: number }>(
      app.site.db,
      sql`select winner_id, reward_coins, reward_xp from fights
          where ${player.id} in (attacker_id, defender_id) order by id`,
    );
    expect(fights).toEqual([one, two].map(({ id }) => ({ winner_id: id, reward_coins: 0, reward_xp: 0 })));

    const browser = app.browser();
    expect((await browser.signIn(player.username, 'wrong-password')).body.code).toBe('credentials');
    const refused = await browser.signIn(player.username);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'suspended',
      `Your account is suspended until ${utcTime(until)}. Reason: ${HOSTILE}`,
    ]);
    expect(await sessionsOf(player.id)).toEqual([]);
    const mail = await waitForMail(app, email, 'is suspended');
    expect(mail.text).toContain(HOSTILE);
    expect((await one.call('GET /api/profiles/{id}', { params: { id: player.id } })).status).toBe(200);
    expect((await moderator.call('GET /api/mod/suspensions')).body).toContainEqual(body.suspension);

    app.clock.advance(3_600_000);
    expect((await browser.signIn(player.username)).status).toBe(200);
    const names = (await moderator.call('GET /api/mod/suspensions')).body.map(({ userId }) => userId);
    expect(names).not.toContain(player.id);
    expect((await openFightOf(one, player)).status).toBe(200);
  });

  it('is not bypassed by a password reset', async () => {
    const player = await app.player();
    const by = await createStaff(app);
    const email = `${player.username}@test.invalid`;
    await suspendOf(by, player.id);
    const browser = app.browser();
    await browser.call('POST /api/users/forgot-password', { body: { email } });
    await waitForMail(app, email, '/reset-password/');
    const [token = ''] = await tokensFor(app, email, 'reset-password');
    const reset = await browser.call('POST /api/users/reset-password/{token}', {
      params: { token },
      body: { newPassword: `${PASSWORD}-2` },
    });
    expect(reset.status).toBe(200);
    expect(await browser.user()).toBeNull();
    expect((await browser.signIn(email, `${PASSWORD}-2`)).body.code).toBe('suspended');
    await waitForMail(app, email, 'was just changed');
    const subjects = (await readMails(app)).filter(({ to }) => to === email);
    expect(subjects.map(({ subject }) => subject)).not.toContain('Your Rivalhold account is suspended');
  });

  it('is rejected for staff of the same or a higher rank', async () => {
    const [by, peer, admin] = [
      await createStaff(app),
      await createStaff(app),
      await createStaff(app, 'admin'),
    ];
    for (const { id } of [by, peer, admin]) {
      expect((await suspendOf(by, id)).status).toBe(403);
      expect((await restoreOf(by, id)).status).toBe(403);
    }
    expect((await suspendOf(admin, peer.id)).status).toBe(200);
    expect((await peer.call('GET /api/mod/mutes')).status).toBe(401);
    expect((await suspendOf(by, 9_999_999)).status).toBe(404);
  });

  it('that an admin imposed can be changed only by admins', async () => {
    const [player, by, admin] = [await app.player(), await createStaff(app), await createStaff(app, 'admin')];
    await suspendOf(admin, player.id, PERMANENT_SUSPENSION);
    for (const { status, body } of [await suspendOf(by, player.id), await restoreOf(by, player.id)])
      expect([status, (body as { message: string }).message]).toEqual([
        403,
        'An admin permanently suspended this account. Only admins can change this suspension.',
      ]);
    const listed = async (viewer: TestPlayer) =>
      (await viewer.call('GET /api/mod/suspensions')).body.find(({ userId }) => userId === player.id);
    expect(await listed(by)).toMatchObject({ suspendedBy: admin.username, mayChange: false });
    expect(await listed(admin)).toMatchObject({ mayChange: true });
    expect((await restoreOf(admin, player.id)).status).toBe(200);
    expect((await suspendOf(by, player.id)).status).toBe(200);
  });

  it('is rejected without a reason or with an invalid end date', async () => {
    const [by, player] = [await createStaff(app, 'admin'), await app.player()];
    const year = 366 * 24 * 3_600_000;
    for (const body of [
      { until: null, reason: ' \u200b ' },
      { until: null },
      { reason: 'x' },
      { until: null, reason: 'x'.repeat(501) },
      { until: app.clock.now().toISOString(), reason: 'x' },
      { until: after(11 * year).toISOString(), reason: 'x' },
      { until: 'tomorrow', reason: 'x' },
    ])
      expect((await suspendOf(by, player.id, body)).status).toBe(400);
    expect((await sessionsOf(player.id)).length).toBe(1);
  });

  it('lasts at most 30 days if a moderator imposes it', async () => {
    const [player, reporter] = [await app.player(), await app.player()];
    const day = 24 * 3_600_000;
    for (const until of [null, after(31 * day).toISOString()]) {
      const { status, body } = await suspendOf(moderator, player.id, { until, reason: 'Cheats' });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['until']]);
    }
    const { body: sent } = await player.call('POST /api/feed', { body: { body: 'Reported' } });
    const { body: report } = await reporter.call('POST /api/reports', {
      body: { kind: 'post', id: sent.post.id, reason: 'Spam' },
    });
    const resolved = await moderator.call('PATCH /api/mod/reports/{id}', {
      params: { id: report.report.id },
      body: { action: 'resolve', outcome: 'suspend', until: null, text: 'Cheats' },
    });
    expect(resolved.status).toBe(400);
    const until = after(30 * day).toISOString();
    expect((await suspendOf(moderator, player.id, { until, reason: 'Cheats' })).status).toBe(200);
  });

  it('can be permanent if a moderator proposes it and an admin accepts the proposal', async () => {
    const [admin, by] = [await createStaff(app, 'admin'), await createStaff(app)];
    const [accepted, rejected] = [await app.player(), await app.player()];
    const propose = (staff: TestPlayer, userId: number, reason = 'Cheats') =>
      staff.call('POST /api/mod/suspension-proposals/{userId}', { params: { userId }, body: { reason } });
    const decide = (staff: TestPlayer, userId: number, how: 'accept' | 'reject') =>
      staff.call(`POST /api/admin/suspension-proposals/{userId}/${how}`, { params: { userId } });
    const titles = async (player: TestPlayer) =>
      (await player.call('GET /api/notifications')).body.items.map(({ title, text }) => [title, text]);
    const listed = async () =>
      (await by.call('GET /api/mod/suspension-proposals')).body.map(({ userId, proposedBy }) => [
        userId,
        proposedBy,
      ]);

    expect((await propose(by, accepted.id, ' ')).status).toBe(400);
    for (const { id } of [by, admin]) expect((await propose(by, id)).status).toBe(403);
    const twice = await Promise.all([propose(by, accepted.id), propose(by, accepted.id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await propose(by, rejected.id)).status).toBe(200);
    expect(await listed()).toEqual([
      [accepted.id, by.username],
      [rejected.id, by.username],
    ]);
    expect((await titles(admin)).map(([title]) => title)).toEqual([
      'Permanent suspension proposed',
      'Permanent suspension proposed',
    ]);
    expect((await accepted.call('GET /api/friendships')).status).toBe(200);

    expect((await decide(by, accepted.id, 'accept')).status).toBe(403);
    const decisions = await Promise.all([
      decide(admin, accepted.id, 'accept'),
      decide(admin, accepted.id, 'reject'),
    ]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await decide(admin, rejected.id, 'reject')).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await app.browser().signIn(rejected.username)).status).toBe(200);
    expect(await titles(by)).toHaveLength(2);
  });

  it('that a moderator has proposed cannot be accepted or rejected by a former admin', async () => {
    const [former, by] = [await createStaff(app, 'admin'), await createStaff(app)];
    await createStaff(app, 'admin');
    const player = await app.player();
    const params = { userId: player.id };
    await by.call('POST /api/mod/suspension-proposals/{userId}', { params, body: { reason: 'Cheats' } });
    await setRole(app.site.db, app.site, { username: former.username, role: 'moderator' });
    for (const accept of [true, false])
      await expect(
        decideProposal(app.site.db, app.site, {
          userId: player.id,
          by: former,
          accept,
        }),
      ).rejects.toMatchObject({ code: 'forbidden' });
    expect((await by.call('GET /api/mod/suspension-proposals')).body.map(({ userId }) => userId)).toContain(
      player.id,
    );
    expect((await player.call('GET /api/friendships')).status).toBe(200);
  });

  it('ends every session, even if the player logs in at the same time', async () => {
    const by = await createStaff(app);
    for (let round = 0; round < 5; round++) {
      const player = await app.player();
      const tries = Array.from({ length: 6 }, () => app.browser().signIn(player.username));
      const [suspended, ...signedIn] = await Promise.all([
        tries[0]?.then(() => suspendOf(by, player.id)),
        ...tries,
      ]);
      expect(suspended?.status).toBe(200);
      for (const { status } of signedIn) expect([200, 403]).toContain(status);
      expect(await sessionsOf(player.id)).toEqual([]);
    }
  });

  it('lasts until staff end it, unless it has an end date', async () => {
    const [player, admin] = [await app.player(), await createStaff(app, 'admin')];
    expect((await restoreOf(moderator, player.id)).status).toBe(200);
    await suspendOf(admin, player.id, PERMANENT_SUSPENSION);
    app.clock.advance(11 * 365 * 24 * 3_600_000);
    const refused = await app.browser().signIn(player.username);
    expect(refused.body.message).toBe('Your account is permanently suspended. Reason: Cheats');
    const found = await (await createStaff(app)).call('GET /api/mod/users/by-username/{name}', {
      params: { name: player.username },
    });
    expect(found.body).toMatchObject({ suspended: true, suspendedUntil: null });
    expect((await restoreOf(await createStaff(app, 'admin'), player.id)).status).toBe(200);
    expect((await app.browser().signIn(player.username)).status).toBe(200);
    expect(await auditEntriesAbout(app, player.id)).toMatchObject([
      { kind: 'suspension.begin', before: null, after: 'permanent', reason: 'Cheats' },
      { kind: 'suspension.end', before: 'permanent', after: null },
    ]);
  });
});
