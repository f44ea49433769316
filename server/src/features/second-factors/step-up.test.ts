import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { RouteKey } from '@rivalhold/shared/contract/index.ts';
import { ROLE_RANKS } from '@rivalhold/shared/roles.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import { SECOND_FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { DAY, MINUTE } from '@rivalhold/shared/time-units.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { isSettled } from '../../platform/security/settled-accounts.ts';
import { hasStaffAccess, staffAccessSql } from '../../platform/security/step-up.ts';
import {
  type CallOptions,
  emitRaw,
  PASSWORD,
  type TestBrowser,
  type TestPlayer,
  useTestApp,
} from '../../testing/app.ts';
import { query, queryValue, queryValues } from '../../testing/queries.ts';
import { accessTo, FILE_CASES, isForStaff, ROUTES } from '../../tests/cases.ts';
import { setRole } from '../accounts/service.ts';
import { block } from '../blocks/testing.ts';
import { sendLobbyMessage, setRules } from '../chat/testing.ts';
import { categoriesOf, createThread, firstCategoryId, remove, threadOf } from '../forum/testing.ts';
import { createStaff, PERMANENT_SUSPENSION } from '../moderation/testing.ts';
import { addApp, addPasskey, codeOf, LOCALHOST, ORIGIN, PROOF } from './testing.ts';

const app = useTestApp({ env: { ...LOCALHOST, STAFF_FACTORS: 'on' } });
const onLoopback = useTestApp({ env: LOCALHOST });

const NOBODY = { id: 9_999_999, userId: 9_999_999, itemId: 1 };
/**
 * Call a route that requires a recent proof of identity. The player in the call does not exist, so the status is 404 if
 * the proof is sufficient.
 */
const adjustCoins = (browser: TestBrowser) =>
  browser.call('PATCH /api/admin/users/{id}/coins', { params: NOBODY, body: { amount: 1 } });
const listUsers = (browser: TestBrowser) => browser.call('GET /api/admin/users');
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const IN = '404 notFound';
const STEP_UP = '403 step_up';

const prove = (browser: TestBrowser, body: CallOptions['body']) =>
  browser.call('POST /api/step-up', { body });
async function provePasskey(browser: TestBrowser, { authenticator }: Awaited<ReturnType<typeof addPasskey>>) {
  const { challenge, rpId } = (await browser.call('GET /api/second-factors/challenge')).body;
  return prove(browser, { passkey: authenticator.sign({ challenge, rpId, origin: ORIGIN }) });
}

/**
 * The routes that require a recent proof of identity. Suspensions require it, too, if they are permanent or longer than
 * 30 days.
 */
const SENSITIVE = new Set<RouteKey>([
  'PATCH /api/admin/promote/{id}',
  'PATCH /api/admin/demote/{id}',
  'DELETE /api/admin/users/{id}',
  'PUT /api/admin/users/{id}',
  'PATCH /api/admin/users/{id}/coins',
  'POST /api/admin/users/{id}/inventory',
  'DELETE /api/admin/users/{id}/inventory/{itemId}',
  'POST /api/admin/suspension-proposals/{userId}/accept',
  'DELETE /api/forum-categories/{id}',
  'POST /api/admin/staff-stops/{actorId}/{budget}/confirm',
  'POST /api/admin/audit/{id}/restore',
  'POST /api/admin/undo',
]);
const SUSPEND = 'POST /api/mod/suspensions/{userId}';
const RESOLVE = 'PATCH /api/mod/reports/{id}';
const SUSPENSION = { action: 'resolve', outcome: 'suspend', text: 'Spam' };
const ACTIONS: { key: RouteKey; body?: CallOptions['body']; isSensitive: boolean }[] = [
  ...ROUTES.filter(([key]) => isForStaff(key)).map(([key]) => ({ key, isSensitive: SENSITIVE.has(key) })),
  { key: SUSPEND, body: PERMANENT_SUSPENSION, isSensitive: true },
  { key: SUSPEND, body: { until: '2026-06-02T12:00:00.000Z', reason: 'Spam' }, isSensitive: false },
  { key: SUSPEND, body: { until: '2036-05-01T12:00:00.000Z', reason: 'Spam' }, isSensitive: true },
  { key: RESOLVE, body: { ...SUSPENSION, until: null }, isSensitive: true },
  { key: RESOLVE, body: { ...SUSPENSION, until: '2036-05-01T12:00:00.000Z' }, isSensitive: true },
  { key: RESOLVE, body: { ...SUSPENSION, until: '2026-06-02T12:00:00.000Z' }, isSensitive: false },
];

const STATES = fc.record({
  role: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Role>('player') },
    { weight: 2, arbitrary: fc.constant<Role>('moderator') },
    { weight: 5, arbitrary: fc.constant<Role>('admin') },
  ),
  daysOnStaff: fc.constantFrom(0, 13, 14, 400),
  factor: fc.constantFrom('none', 'app', 'unconfirmed app', 'passkey'),
  proof: fc.constantFrom(null, 'password', 'factor'),
  minutesSinceProof: fc.constantFrom(0, 9, 10, 600),
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ACTIONS.filter(({ isSensitive }) => isSensitive)) },
    { weight: 1, arbitrary: fc.constantFrom(...ACTIONS) },
  ),
});
type State = typeof STATES extends fc.Arbitrary<infer S> ? S : never;

/** Return the expected outcome on a site where staff need a second factor. */
function expected({ role, daysOnStaff, factor, proof, minutesSinceProof, action }: State): string {
  const hasFactor = factor === 'app' || factor === 'passkey';
  const required = accessTo(action.key) as Role;
  if (ROLE_RANKS[role] < ROLE_RANKS[required]) return '403 forbidden';
  if (!hasFactor && daysOnStaff >= 14) return '403 factorRequired';
  const counts = proof === 'factor' || (proof === 'password' && !hasFactor);
  return action.isSensitive && !(counts && minutesSinceProof < 10) ? STEP_UP : 'in';
}

/** Store the state of a player and of their session. */
async function store({ site, clock }: typeof app, { id }: TestPlayer, state: State): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const { daysOnStaff, factor, proof, minutesSinceProof } = state;
  await transaction(site.db, async (tx) => {
    await query(tx, sql`update users set staff_since = ${ago(daysOnStaff * DAY)} where id = ${id}`);
    await query(
      tx,
      sql`update sessions set verified_at = ${proof && ago(minutesSinceProof * MINUTE)}, verified_by = ${proof}
       where user_id = ${id}`,
    );
    await query(tx, sql`delete from passkeys where user_id = ${id}`);
    await query(tx, sql`delete from authenticators where user_id = ${id}`);
    if (factor === 'passkey')
      await query(
        tx,
        sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
         values (${id}, gen_random_uuid()::text, 'key', 0, '{}', 'Key', now())`,
      );
    if (factor === 'app' || factor === 'unconfirmed app')
      await query(
        tx,
        sql`insert into authenticators (user_id, sealed_secret, last_step, created_at, confirmed_at)
         values (${id}, 'sealed', 0, now(), ${factor === 'app' ? clock.now() : null})`,
      );
    site.sessions.invalidateUsers(tx, [id]);
  });
}

const CODES = ['forbidden', 'factorRequired', 'step_up'];
async function actual(site: typeof app, player: TestPlayer, state: State): Promise<string> {
  await store(site, player, state);
  const { key, body } = state.action;
  const answer = await player.call(key, { params: NOBODY, ...(body !== undefined && { body }) });
  return CODES.includes(answer.body.code ?? '') ? outcome(answer) : 'in';
}

describe('the permission for an action', () => {
  const players = {} as Record<Role, TestPlayer>;
  const loopbackPlayers = {} as Record<Role, TestPlayer>;
  beforeAll(async () => {
    for (const role of ['player', 'moderator', 'admin'] as const) {
      players[role] = await createStaff(app, role);
      loopbackPlayers[role] = await createStaff(onLoopback, role);
    }
  });

  it('depends on the role, the second factor and the last proof of identity', async () => {
    await fc.assert(
      fc.asyncProperty(STATES, async (state) => {
        expect(await actual(app, players[state.role], state)).toBe(expected(state));
      }),
      { numRuns: LONG ? 1_000 : 200 },
    );
  });

  it('is the same whether it is determined in SQL or from a session', async () => {
    await fc.assert(
      fc.asyncProperty(STATES, async (state) => {
        const { id } = players[state.role];
        await store(app, players[state.role], state);
        const [tokenHash = ''] = await queryValues<string>(
          app.site.db,
          sql`select token_hash from sessions where user_id = ${id}`,
        );
        const session = await app.site.sessions.findByHash(tokenHash);
        const inSql = await queryValue<boolean>(
          app.site.db,
          sql`select ${staffAccessSql(app.site, sql`u`)} from users u where u.id = ${id}`,
        );
        expect(session && hasStaffAccess(app.site, session.user)).toBe(inSql);
      }),
      { numRuns: 60 },
    );
  });

  it('depends only on the role if the site is reached through loopback', async () => {
    await fc.assert(
      fc.asyncProperty(STATES, async (state) => {
        const isAllowed = ROLE_RANKS[state.role] >= ROLE_RANKS[accessTo(state.action.key) as Role];
        expect(await actual(onLoopback, loopbackPlayers[state.role], state)).toBe(
          isAllowed ? 'in' : '403 forbidden',
        );
      }),
      { numRuns: LONG ? 200 : 40 },
    );
  });
});

describe('the proof of identity for an action', () => {
  it('is the password if there is no second factor', async () => {
    const admin = await createStaff(app, 'admin');
    expect(outcome(await adjustCoins(admin))).toBe(IN);
    app.clock.advance(FACTOR_LIMITS.stepUpMs);
    expect(outcome(await adjustCoins(admin))).toBe(STEP_UP);
    expect((await listUsers(admin)).status).toBe(200);
    expect((await prove(admin, {})).body.errors).toEqual({ currentPassword: TEXTS.passwordMissing });
    expect((await prove(admin, { currentPassword: 'a guess' })).status).toBe(400);
    expect((await prove(admin, { code: '123456' })).status).toBe(400);
    expect(outcome(await adjustCoins(admin))).toBe(STEP_UP);
    expect((await prove(admin, PROOF)).status).toBe(200);
    expect(outcome(await adjustCoins(admin))).toBe(IN);
  });

  it('is the second factor if there is one', async () => {
    const admin = await createStaff(app, 'admin');
    const other = app.browser();
    await other.signIn(admin.username);
    const { secret, recoveryCodes } = await addApp(app, admin);
    // Adding the app counts as a proof of identity, but only in the session that added it.
    expect([outcome(await adjustCoins(admin)), outcome(await adjustCoins(other))]).toEqual([IN, STEP_UP]);
    expect((await prove(other, PROOF)).body.errors).toEqual({ code: TEXTS.enterCode });
    expect((await prove(other, { code: '000000' })).body.errors).toEqual({ code: TEXTS.wrongCode });
    app.clock.advance(30_000);
    const code = codeOf(app, secret);
    expect((await prove(other, { code })).status).toBe(200);
    expect(outcome(await adjustCoins(other))).toBe(IN);
    app.clock.advance(FACTOR_LIMITS.stepUpMs);
    expect((await prove(other, { code })).status).toBe(400);
    const twice = [1, 2].map(() => prove(other, { code: recoveryCodes[0] }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([outcome(await adjustCoins(admin)), outcome(await adjustCoins(other))]).toEqual([STEP_UP, IN]);
  });

  it('can be a login with the second factor, or a new response from a passkey', async () => {
    const admin = await createStaff(app, 'admin');
    const added = await addPasskey(admin);
    app.clock.advance(FACTOR_LIMITS.stepUpMs);
    const other = app.browser();
    const body = { credential: admin.username, password: PASSWORD, code: added.body.recoveryCodes?.[0] };
    expect((await other.call('POST /api/session', { body })).status).toBe(200);
    expect([outcome(await adjustCoins(admin)), outcome(await adjustCoins(other))]).toEqual([STEP_UP, IN]);
    const { challenge, rpId } = (await other.call('GET /api/second-factors/challenge')).body;
    const stolen = added.authenticator.sign({ challenge, rpId, origin: ORIGIN });
    expect((await prove(admin, { passkey: stolen })).status).toBe(400);
    expect((await provePasskey(admin, await addPasskey(await app.player()))).status).toBe(400);
    expect(outcome(await adjustCoins(admin))).toBe(STEP_UP);
    expect((await provePasskey(admin, added)).status).toBe(200);
    expect(outcome(await adjustCoins(admin))).toBe(IN);
  });

  it('is required to change the factors of staff', async () => {
    const [admin, player] = [await createStaff(app, 'admin'), await app.player()];
    const [, added] = [await addApp(app, admin), await addApp(app, player)];
    app.clock.advance(FACTOR_LIMITS.stepUpMs);
    const changes = [
      ['DELETE /api/second-factors/app', PROOF],
      ['POST /api/second-factors/recovery-codes', PROOF],
      ['POST /api/second-factors/passkeys/options', PROOF],
    ] as const;
    for (const [key, body] of changes)
      expect([key, outcome(await admin.call(key, { body }))]).toEqual([key, STEP_UP]);
    expect(added.status).toBe(200);
    expect((await player.call('DELETE /api/second-factors/app', { body: PROOF })).status).toBe(200);
  });
});

describe('the staff pages', () => {
  it('are closed to staff who have no second factor 14 days after they became staff', async () => {
    const admin = await createStaff(app, 'moderator');
    app.clock.advance(13 * DAY);
    await setRole(app.site.db, app.site, { username: admin.username, role: 'admin' });
    expect((await admin.user())?.factorDue).toBe(new Date(app.clock.now().getTime() + DAY).toISOString());
    expect((await listUsers(admin)).status).toBe(200);
    app.clock.advance(DAY);
    expect(outcome(await listUsers(admin))).toBe('403 factorRequired');
    expect((await admin.call('GET /api/forum-categories')).status).toBe(200);
    await addApp(app, admin);
    expect([(await listUsers(admin)).status, (await admin.user())?.factorDue]).toEqual([200, null]);
    expect((await (await app.player()).user())?.factorDue).toBeNull();
  });

  it('open again for 14 days if a player becomes staff again', async () => {
    const moderator = await createStaff(app);
    app.clock.advance(14 * DAY);
    expect(outcome(await moderator.call('GET /api/mod/mutes'))).toBe('403 factorRequired');
    for (const role of ['player', 'moderator'] as const)
      await setRole(app.site.db, app.site, { username: moderator.username, role });
    expect((await moderator.call('GET /api/mod/mutes')).status).toBe(200);
  });
});

describe('staff who have set up no second factor in 14 days', () => {
  let admin: TestPlayer;
  let owner: TestPlayer;
  let otherPlayer: TestPlayer;
  let player: TestPlayer;
  beforeAll(async () => {
    admin = await createStaff(app, 'admin');
    [owner, otherPlayer, player] = [await app.player(), await app.player(), await app.player()];
    app.clock.advance(14 * DAY);
  });

  const deletions = ROUTES.flatMap(([key, { owner: owned }]) =>
    typeof owned === 'object' && owned.staff ? [[key, owned.make] as const] : [],
  );
  it.each(deletions)('can delete their own content, but not that of others: %s', async (key, make) => {
    const others = await make({ app, owner, otherPlayer });
    expect(outcome(await admin.call(key, others))).toBe('403 factorRequired');
    expect((await owner.call(key, others)).status).toBeLessThan(300);
    const own = await make({ app, owner: admin, otherPlayer });
    expect((await admin.call(key, own)).status).toBeLessThan(300);
  });

  describe('if the owner of the content has blocked them', () => {
    beforeAll(async () => {
      for (const blocker of [owner, otherPlayer])
        for (const blocked of [admin, player]) await block(blocker, blocked);
    });

    it.each(deletions)('get the same response as a blocked player: %s', async (key, make) => {
      const hidden = await make({ app, owner, otherPlayer });
      expect((await admin.call(key, hidden)).status).toBe((await player.call(key, hidden)).status);
    });

    it.each(Object.entries(FILE_CASES))('see the same files as a blocked player: %s', async (_, { path }) => {
      const at = await path({ app, owner, otherPlayer });
      const [seen, expected] = await Promise.all([admin.fetch(at), player.fetch(at)]);
      await Promise.all([seen.arrayBuffer(), expected.arrayBuffer()]);
      expect(seen.status).toBe(expected.status);
    });

    it('see the same number of threads as a blocked player', async () => {
      await createThread(owner, await firstCategoryId(owner));
      const counts = async (by: TestPlayer) => (await categoriesOf(by)).map(({ threadCount }) => threadCount);
      expect(await counts(admin)).toEqual(await counts(player));
      expect(await counts(owner)).not.toEqual(await counts(player));
    });
  });

  it('are subject to slow mode and the limits of new accounts', async () => {
    const [moderator, late] = [await createStaff(app), await createStaff(app)];
    await query(
      app.site.db,
      sql`update users set staff_since = ${new Date(app.clock.now().getTime() - 14 * DAY)} where id = ${late.id}`,
    );
    const settled = async () => {
      const ids = [moderator.id, late.id];
      return Promise.all(ids.map((id) => isSettled(app.site.db, app.site, id)));
    };
    expect(await settled()).toEqual([true, false]);
    expect((await setRules(moderator, { slowModeSeconds: 30, settledOnly: false })).status).toBe(200);
    const say = async (by: TestPlayer) => {
      const socket = await by.socket();
      await sendLobbyMessage(socket, 'One');
      const { ok } = await sendLobbyMessage(socket, 'Two');
      by.closeSockets();
      return ok;
    };
    expect([await say(moderator), await say(late)]).toEqual([true, false]);
    await setRules(moderator, { slowModeSeconds: 0, settledOnly: true });
    const socket = await late.socket();
    expect(await sendLobbyMessage(socket, 'Three')).toMatchObject({ ok: false, code: 'forbidden' });
    await addApp(app, late);
    expect(await settled()).toEqual([true, true]);
    expect(await sendLobbyMessage(socket, 'Four')).toMatchObject({ ok: true });
    late.closeSockets();
    await setRules(moderator, { slowModeSeconds: 0, settledOnly: false });
  });

  it('cannot read the API description from another machine', async () => {
    const moderator = await createStaff(app);
    const request = async () => {
      const { status } = await moderator.fetch('/api/docs/json', {
        headers: { 'x-forwarded-for': '203.0.113.7' },
      });
      return status;
    };
    expect(await request()).toBe(200);
    app.clock.advance(14 * DAY);
    expect(await request()).toBe(403);
  });

  it('cannot see or watch deleted threads', async () => {
    const moderator = await createStaff(app);
    const { id, postId } = await createThread(player, await firstCategoryId(player));
    expect((await remove(moderator, postId)).status).toBe(200);
    const socket = await admin.socket();
    const watch = () => emitRaw(socket, 'forum:watch', { threadId: id });
    expect([(await threadOf(moderator, id)).status, (await threadOf(admin, id)).status]).toEqual([200, 404]);
    expect(await watch()).toMatchObject({ ok: false, code: 'notFound' });
    await addApp(app, admin);
    expect((await threadOf(admin, id)).status).toBe(200);
    expect(await watch()).toMatchObject({ ok: true });
    admin.closeSockets();
  });
});
