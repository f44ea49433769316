import { rmSync } from 'node:fs';
import { clientEvents, type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { resolvePassedDeadlines } from '../features/combat/deadlines.ts';
import { openFightOf } from '../features/combat/testing.ts';
import { createStaff } from '../features/moderation/testing.ts';
import { runSiteCommand } from '../operator/site-commands.ts';
import { type Db, sql, transaction } from '../platform/db/db.ts';
import { ReadOnlyMode } from '../platform/read-only.ts';
import {
  type CallOptions,
  createTestApp,
  emitRaw,
  nextEvent,
  type TestApp,
  type TestPlayer,
  useTestApp,
} from '../testing/app.ts';
import { query, queryOne } from '../testing/queries.ts';

const app = useTestApp();
let admin: TestPlayer;
let player: TestPlayer;
let friend: TestPlayer;
beforeAll(async () => {
  [admin, player, friend] = [await createStaff(app, 'admin'), await app.player(), await app.player()];
});
const turn = (on: 'on' | 'off', ...reason: string[]) =>
  runSiteCommand(app.site, ['read-only', on, ...reason]);
afterEach(() => turn('off'));

const REASON = 'Back at 14:00 UTC.';
const NOTICE = READ_ONLY_TEXTS.notice(REASON);
const REFUSAL = { code: 'readOnly', message: NOTICE };

/** Writes that work while the site is read-only. */
const SIGN_OUTS = ['DELETE /api/session', 'DELETE /api/sessions/others', 'DELETE /api/sessions/{id}'];
const WRITES = (Object.keys(routes) as RouteKey[]).filter(
  (key) => !key.startsWith('GET ') && !SIGN_OUTS.includes(key),
);
const placeholders = (key: string): CallOptions => ({
  params: Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 1])) as never,
});

describe('a read-only site', () => {
  it.each(WRITES)('rejects the call %s', async (key) => {
    await turn('on', REASON);
    const { status, body, headers } = await admin.call(key, placeholders(key) as never);
    expect({ status, body }).toEqual({ status: 503, body: REFUSAL });
    expect(headers.get('retry-after')).toBe('60');
  });

  it('rejects logins until it is writable again', async () => {
    await turn('on', REASON);
    expect(await app.browser().signIn(player.username)).toMatchObject({ status: 503, body: REFUSAL });
    await turn('off');
    expect(await app.browser().signIn(player.username)).toMatchObject({ status: 200 });
  });

  it('rejects exactly the socket events that change something', async () => {
    await turn('on', REASON);
    const socket = await player.socket();
    const rejected: string[] = [];
    for (const event of Object.keys(clientEvents))
      if ((await emitRaw(socket, event, {})).code === 'readOnly') rejected.push(event);
    expect(rejected.sort()).toEqual(['chat message', 'leaveCombat', 'private message', 'startFight']);
  });

  it('lets players read and log out, but does not let guests sign up', async () => {
    await turn('on');
    for (const key of [
      'GET /api/dashboard',
      'GET /api/feed',
      'GET /api/dms',
      'GET /api/notifications',
    ] as const)
      expect((await player.call(key, { query: {} } as never)).status).toBe(200);
    const leaving = await app.player().catch(() => null);
    expect(leaving).toBeNull();
    await turn('off');
    const guest = await app.player();
    await turn('on');
    expect((await guest.call('DELETE /api/session')).status).toBe(200);
    expect((await guest.call('GET /api/friendships')).status).toBe(401);
  });

  it('stays healthy, and does not count rejected requests as failures', async () => {
    await turn('on');
    for (let n = 0; n < 20; n++) await player.call('POST /api/feed', { body: { body: 'Hello' } });
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${app.url}${path}`)).status).toBe(200);
    const { body } = await admin.call('GET /api/admin/site-health');
    expect(body.requests.failed).toBe(0);
    expect(body.issues.map(({ kind }) => kind)).not.toContain('requestsFailing');
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('rivalhold_read_only 1\n');
    expect(metrics).toMatch(/rivalhold_refusals_total\{code="readOnly",source="http"\} \d/);
  });

  it('starts no fights, and ignores the deadlines of running fights', async () => {
    const { body: fight } = await openFightOf(player, friend);
    await turn('on', REASON);
    const asked = (opponent: TestPlayer, by = player) =>
      by.call('GET /api/combat/{userId}', {
        params: { userId: by.id },
        query: { opponentId: opponent.id },
      });
    expect(await asked(admin, friend)).toMatchObject({ status: 503, body: REFUSAL });
    expect((await asked(friend)).body).toMatchObject({ id: fight.id, resumed: true });
    const state = () => query(app.site.db, sql`select * from fights where id = ${fight.id}`);
    await query(app.site.db, sql`update fights set deadline_at = ${new Date(0)} where id = ${fight.id}`);
    const before = await state();
    app.clock.advance(3 * 86_400_000);
    await resolvePassedDeadlines(app.site.db, app.site);
    await asked(friend);
    expect(await state()).toEqual(before);
  });

  it('does not accept a challenge when the challenged player opens the fight', async () => {
    const [challenger, challenged] = [await app.player(), await app.player()];
    const socket = await challenged.socket();
    const { body: fight } = await openFightOf(challenger, challenged);
    expect(fight.isChallengePending).toBe(true);
    const stored = async () => ({
      fight: await queryOne(app.site.db, sql`select * from fights where id = ${fight.id}`),
      notifications: await query(
        app.site.db,
        sql`select * from notifications where user_id = ${challenged.id} order by id`,
      ),
    });
    await turn('on', REASON);
    const before = await stored();
    const opened = await openFightOf(challenged, challenger);
    expect(opened).toMatchObject({
      status: 200,
      body: { id: fight.id, resumed: true, isChallengePending: true },
    });
    const joined = await socket.timeout(5_000).emitWithAck('joinCombat', { combatId: fight.id });
    expect(joined).toMatchObject({ ok: true, combat: { id: fight.id, isChallengePending: true } });
    expect(await stored()).toEqual(before);
    await turn('off');
    expect((await openFightOf(challenged, challenger)).body.isChallengePending).toBe(false);
  });

  it('notifies pages when the mode begins and ends', async () => {
    const socket = await player.socket();
    const begun = nextEvent(socket, 'readOnly:changed');
    await turn('on', REASON);
    expect(await begun).toEqual({ readOnly: NOTICE });
    expect((await player.call('GET /api/session')).body.readOnly).toBe(NOTICE);
    const ended = nextEvent(socket, 'readOnly:changed');
    await turn('off');
    expect(await ended).toEqual({ readOnly: null });
    expect((await player.call('GET /api/session')).body).not.toHaveProperty('readOnly');
    const { body } = await admin.call('GET /api/admin/audit', { query: { limit: 2 } });
    expect(body.items).toMatchObject([
      { kind: 'readOnly.end', actorId: null },
      { kind: 'readOnly.begin', actorId: null, reason: REASON },
    ]);
  });

  it('keeps the start time of the mode when the reason is changed', async () => {
    const stateAfter = async (...reason: string[]) => {
      const { result } = await turn('on', ...reason);
      return (result as { readOnly: { since: string; reason: string } }).readOnly;
    };
    const first = await stateAfter('one');
    app.clock.advance(60_000);
    expect(await stateAfter('two')).toEqual({ since: first.since, reason: 'two' });
    await app.site.readOnly.refresh();
    expect(app.site.readOnly.state).toEqual({ since: first.since, reason: 'two' });
    expect((await turn('off')).text).toContain(`since ${first.since}`);
  });

  it('stays read-only even if a read that began earlier returns the old state', async () => {
    const read = Promise.withResolvers<void>();
    const slow: Db = {
      ...app.site.db,
      execute: async (...args) => {
        const rows = await app.site.db.execute(...args);
        await read.promise;
        return rows;
      },
    };
    const mode = new ReadOnlyMode(slow, pino({ level: 'silent' }));
    const refreshed = mode.refresh();
    await transaction(app.site.db, (tx) => mode.begin(tx, { at: app.clock.now(), reason: REASON }));
    read.resolve();
    await refreshed;
    expect(mode.notice).toBe(NOTICE);
  });

  it('creates no password reset links', async () => {
    const reset = () => runSiteCommand(app.site, ['user', 'reset-password', player.username, '--print']);
    await turn('on', REASON);
    await expect(reset()).rejects.toMatchObject({
      code: 'readOnly',
      message: 'The site is read-only, so the player could not use the link. Run `read-only off` first.',
    });
    await turn('off');
    expect((await reset()).result).toMatchObject({ username: player.username });
  });

  it('accepts concurrent commands to turn read-only mode on or off', async () => {
    await Promise.all([turn('on', 'one'), turn('on', 'two')]);
    expect(app.site.readOnly.state?.reason).toMatch(/^(one|two)$/);
    const both = await Promise.all([turn('off'), turn('off')]);
    expect(both.filter(({ text }) => text === 'The site was not read-only.').length).toBeGreaterThan(0);
    expect((await player.call('POST /api/feed', { body: { body: 'Hello' } })).status).toBe(201);
  });
});

const post = (of: TestPlayer) => of.call('POST /api/feed', { body: { body: 'Hello' } });

if (process.env.TEST_REDIS_URL)
  it('all nodes turn read-only mode on or off within two seconds', async () => {
    const there = await createTestApp({ sharedWith: app });
    const elsewhere = await there.player();
    const socket = await elsewhere.socket();
    const begun = nextEvent(socket, 'readOnly:changed');
    await turn('on', REASON);
    expect(await begun).toEqual({ readOnly: NOTICE });
    expect(await post(elsewhere)).toMatchObject({ status: 503, body: REFUSAL });
    await turn('off');
    await expect.poll(async () => (await post(elsewhere)).status).toBe(201);
    await there.close();
  });
else
  it('read-only mode survives a restart', async () => {
    const folder = temporaryFolder();
    const env = { SESSION_SECRET: 'x'.repeat(40) };
    const before: TestApp = await createTestApp({ embedded: folder, env });
    const { username } = await before.player();
    await runSiteCommand(before.site, ['read-only', 'on', REASON]);
    await before.close();
    const after = await createTestApp({ embedded: folder, env });
    expect(await after.browser().signIn(username)).toMatchObject({ status: 503, body: REFUSAL });
    await runSiteCommand(after.site, ['read-only', 'off']);
    expect(await after.browser().signIn(username)).toMatchObject({ status: 200 });
    await after.close();
    rmSync(folder, { recursive: true });
  });
