import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { setCharacter } from '../features/combat/testing.ts';
import { createStaff } from '../features/moderation/testing.ts';
import { startRanked } from '../features/ranked/testing.ts';
import { addApp } from '../features/second-factors/testing.ts';
import { operatorSocketPath } from '../platform/db/data-dir.ts';
import { queryExists, sql, transaction } from '../platform/db/db.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../testing/app.ts';
import { createPostgresDatabase } from '../testing/database.ts';
import { query } from '../testing/queries.ts';
import { runCommandLine } from './command-line.ts';
import { listenToOperator } from './server.ts';

const app = useTestApp({ env: { REDIS_URL: '', STAFF_FACTORS: 'on' } });
let player: TestPlayer;
let admin: TestPlayer;
let close: () => void;
beforeAll(async () => {
  player = await app.player();
  admin = await createStaff(app, 'admin');
  const server = listenToOperator(app.site, operatorSocketPath(app.site.config.dataDir));
  close = () => server.close();
});
afterAll(() => close());

type Printed = { code: number; out: string; err: string };

/** Run the operator tool inside the test process, with the given environment variables. */
async function runTool(env: Record<string, string>, args: readonly string[]): Promise<Printed> {
  const out: unknown[] = [];
  const err: unknown[] = [];
  const code = await runCommandLine(args, env, {
    log: (line) => out.push(line),
    error: (line) => err.push(line),
  });
  const textOf = (lines: unknown[]) => lines.map((line) => `${line}\n`).join('');
  return { code, out: textOf(out), err: textOf(err) };
}

const siteEnv = (): Record<string, string> => {
  const { dataDir, databaseUrl, sessionSecret } = app.site.config;
  return {
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecret,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
};

/**
 * Run the operator tool with the configuration of the running server. `err` does not include the line about
 * the site.
 */
async function rivalhold(...args: string[]): Promise<Printed> {
  const { err, ...printed } = await runTool(siteEnv(), args);
  return { ...printed, err: err.replace(/^Site: .*\n/, '') };
}

const ok = (out: string): Printed => ({ code: 0, out: `${out}\n`, err: '' });
const failed = (err: string): Printed => ({ code: 1, out: '', err: `${err}\n` });
const roleOf = async () => (await player.user())?.role;
const lastAudit = async () =>
  (await admin.call('GET /api/admin/audit', { query: { limit: 1 } })).body.items[0];

describe('the operator tool with a running server', () => {
  it('changes a player’s role, which applies from the next request on', async () => {
    expect(await roleOf()).toBe('player');
    expect(await rivalhold('user', 'role', player.username, 'moderator')).toEqual(
      ok(`The role of ${player.username} is now moderator.`),
    );
    expect(await roleOf()).toBe('moderator');
    expect(await lastAudit()).toMatchObject({
      kind: 'role.change',
      actorId: null,
      targetId: player.id,
      after: 'moderator',
    });
    await rivalhold('user', 'role', player.username, 'player');
  });

  it('does not demote the last admin of the site', async () => {
    expect(await rivalhold('user', 'role', admin.username, 'player')).toEqual(
      failed(`${admin.username} is the last admin.`),
    );
    expect((await admin.user())?.role).toBe('admin');
  });

  it('reports unknown players, and shows the usage after invalid arguments', async () => {
    expect((await rivalhold('user', 'role', 'nobody_here', 'admin')).err).toBe(
      'There is no player named nobody_here.\n',
    );
    for (const wrong of [
      ['user', 'role', player.username, 'king'],
      ['user', 'coins', player.username, '5'],
      ['user', 'coins', player.username, '0', 'nothing'],
      ['user', 'reset-password', player.username, 'a new password'],
      ['ledger', 'verify', 'now'],
      ['migrate-to', 'postgres://['],
    ]) {
      const { code, err } = await rivalhold(...wrong);
      expect(code).toBe(1);
      const name = wrong[0] === 'migrate-to' ? 'migrate-to' : wrong.slice(0, 2).join(' ');
      expect(err).toContain(`Usage: npm run rivalhold -- ${name} `.trimEnd());
    }
    for (const unknown of [[], ['user'], ['user', 'delete', player.username]])
      expect((await rivalhold(...unknown)).err).toContain('npm run rivalhold -- <command> [--json]');
  });

  it('names the site before it acts', async () => {
    const { dataDir, databaseUrl, port } = app.site.config;
    const { err } = await runTool(siteEnv(), ['status']);
    const url = databaseUrl ? new URL(databaseUrl) : null;
    const database = url ? `postgres://${url.username}@${url.host}${url.pathname}` : 'embedded';
    expect(err.replace('postgresql:', 'postgres:')).toBe(
      `Site: http://127.0.0.1:${port}, database: ${database}, DATA_DIR: ${dataDir}, server: running\n`,
    );
    if (url?.password) expect(err).not.toContain(`:${url.password}@`);
  });

  it('prints one line of JSON with --json, even for errors', async () => {
    const json = async (...args: string[]) => {
      const { code, out } = await rivalhold(...args, '--json');
      expect(out.endsWith('}\n') && out.trimEnd().split('\n').length === 1).toBe(true);
      return { code, printed: JSON.parse(out) };
    };
    const site = expect.objectContaining({ dataDir: app.site.config.dataDir, server: 'running' });
    expect(await json('status')).toEqual({
      code: 0,
      printed: {
        ok: true,
        command: 'status',
        site,
        result: { version: app.site.config.version, readOnly: null },
      },
    });
    expect(await json('user', 'role', 'nobody_here', 'admin')).toEqual({
      code: 1,
      printed: {
        ok: false,
        command: 'user role',
        site,
        error: { code: 'notFound', message: 'There is no player named nobody_here.' },
      },
    });
    expect(await json('dance')).toMatchObject({
      code: 1,
      printed: { ok: false, command: null, site: null, error: { code: 'invalid' } },
    });
  });

  it('grants coins with a reason', async () => {
    const { username } = player;
    expect(await rivalhold('user', 'coins', username, '25', 'lost', 'in', 'the', 'mail')).toEqual(
      ok(`${username} now has 75 coins.`),
    );
    expect(await lastAudit()).toMatchObject({
      kind: 'coins.adjust',
      actorId: null,
      targetId: player.id,
      before: '50',
      after: '75',
      reason: 'lost in the mail',
    });
    expect(await rivalhold('user', 'coins', username, '-76', 'a fine')).toEqual(failed('Not enough coins.'));
    expect((await lastAudit())?.after).toBe('75');
    const { body } = await player.call('GET /api/coins/history');
    expect(body.items[0]).toMatchObject({ amount: 25, balance: 75, reason: 'adjustment', itemId: null });
  });

  it('moves coins once per key, even if the command is repeated', async () => {
    const rich = await app.player();
    const give = () => rivalhold('user', 'coins', rich.username, '10', 'a prize', '--once=prize-7');
    const answers = [...(await Promise.all([give(), give()])), await give()];
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(answers.filter(({ out }) => out.includes('now has 60 coins'))).toHaveLength(1);
    expect(answers.at(-1)?.out).toBe(
      `Nothing changed, because the key prize-7 was used before. ${rich.username} has 60 coins.\n`,
    );
    const entries = await admin.call('GET /api/admin/audit', { query: { target: String(rich.id) } });
    expect(entries.body.items.map(({ kind }) => kind)).toEqual(['coins.adjust']);
  });

  it('verifies the ledger, and lists the differences', async () => {
    const verified = await rivalhold('ledger', 'verify');
    expect(verified.out).toMatch(/^The ledger matches all balances: \d+ rows, 3 players\.\n$/);
    await setCharacter(app, player, { coins: 74 });
    const wrong = await rivalhold('ledger', 'verify', '--json');
    await setCharacter(app, player, { coins: 75 });
    const problem = 'the balance is 74, but its rows add up to 75';
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.out)).toMatchObject({
      ok: false,
      error: {
        code: 'conflict',
        message: expect.stringContaining(`  ${player.username} (${player.id}): ${problem}`),
      },
      result: { players: 3, differences: [{ userId: player.id, username: player.username, problem }] },
    });
  });

  it('verifies the ratings, and lists the differences', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const id = await startRanked(app, one, other);
    await one.call('POST /api/combat/fights/{id}/concede', { params: { id } });
    const verified = await rivalhold('ratings', 'verify');
    expect(verified.out).toBe('All ratings match the fights: 2 changes, 2 players.\n');
    await query(app.site.db, sql`update ratings set rating = rating + 100 where user_id = ${one.id}`);
    const wrong = await rivalhold('ratings', 'verify', '--json');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.out)).toMatchObject({
      error: { code: 'conflict' },
      result: {
        changes: 2,
        differences: [{ userId: one.id, fightId: null, problem: expect.stringContaining('current rating') }],
      },
    });
    await query(app.site.db, sql`update ratings set rating = rating - 100 where user_id = ${one.id}`);
  });

  it('shows which database the site uses', async () => {
    const { out } = await rivalhold('status');
    expect(out).toMatch(app.site.config.databaseUrl ? / on PostgreSQL\n$/ : / on the embedded database\n$/);
  });
});

describe('account recovery', () => {
  it('prints a link that sets a new password once and ends all sessions', async () => {
    const lost = await app.player();
    const { out } = await rivalhold('user', 'reset-password', lost.username, '--print', '--json');
    const { link } = JSON.parse(out).result;
    expect(await lastAudit()).toMatchObject({
      kind: 'password.reset',
      targetId: lost.id,
      subject: 'printed',
    });
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    const reset = () =>
      app.browser().call('POST /api/users/reset-password/{token}', {
        params: { token },
        body: { newPassword: 'quite another one' },
      });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await lost.call('GET /api/friendships')).status).toBe(401);
    expect((await app.browser().signIn(lost.username, PASSWORD)).status).toBe(401);
    expect((await app.browser().signIn(lost.username, 'quite another one')).status).toBe(200);
  });

  it('does not email a link if SMTP_URL is not set', async () => {
    const { code, err } = await rivalhold('user', 'reset-password', player.username);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'This site sends no mail, because SMTP_URL is not set. Use --print.\n',
    });
  });

  it('prints a link that replaces the earlier link', async () => {
    const print = async () =>
      JSON.parse((await rivalhold('user', 'reset-password', player.username, '--print', '--json')).out).result
        .link as string;
    const [first, second] = [await print(), await print()];
    const status = async (link: string) =>
      (
        await app.browser().call('GET /api/users/reset-password/{token}', {
          params: { token: link.split('/').at(-1) ?? '' },
        })
      ).status;
    expect([await status(first), await status(second)]).toEqual([400, 200]);
  });

  it('ends all sessions of a player', async () => {
    const there = await app.player();
    await app.browser().signIn(there.username);
    expect(await rivalhold('user', 'end-sessions', there.username)).toEqual(
      ok(`Ended 2 sessions of ${there.username}.`),
    );
    expect((await there.call('GET /api/friendships')).status).toBe(401);
    expect(await lastAudit()).toMatchObject({
      kind: 'sessions.end',
      actorId: null,
      targetId: there.id,
      subject: '2 sessions',
    });
    expect(await rivalhold('user', 'end-sessions', there.username)).toEqual(
      ok(`Ended 0 sessions of ${there.username}.`),
    );
  });
});

describe('second factors', () => {
  it('can be removed from a player', async () => {
    const player = await app.player();
    const { id, username } = player;
    expect(await rivalhold('user', 'remove-factors', username)).toEqual(
      ok(`${username} has no second factor.`),
    );
    await addApp(app, player);
    expect((await app.browser().signIn(username)).body.code).toBe('secondFactor');
    expect(await rivalhold('user', 'remove-factors', username)).toEqual(
      ok(`Removed from ${username}: authenticator app, 10 recovery codes. The password alone is now enough.`),
    );
    expect((await app.browser().signIn(username)).status).toBe(200);
    const audited = {
      kind: 'factors.remove',
      actorId: null,
      targetId: id,
      subject: 'authenticator app, 10 recovery codes',
    };
    expect(await lastAudit()).toMatchObject(audited);
  });

  it('can be removed from an admin', async () => {
    const lost = await createStaff(app, 'admin');
    await addApp(app, lost);
    await query(
      app.site.db,
      sql`update users set staff_since = created_at - interval '1 year' where id = ${lost.id}`,
    );
    const newPhone = app.browser();
    expect((await newPhone.signIn(lost.username)).body.code).toBe('secondFactor');
    await rivalhold('user', 'remove-factors', lost.username);
    expect((await newPhone.signIn(lost.username)).status).toBe(200);
    const users = () => newPhone.call('GET /api/admin/users');
    expect((await users()).body).toMatchObject({ code: 'factorRequired' });
    expect((await addApp(app, newPhone)).status).toBe(200);
    expect((await users()).status).toBe(200);
    const coins = { params: { id: player.id }, body: { amount: 1 } };
    expect((await newPhone.call('PATCH /api/admin/users/{id}/coins', coins)).status).toBe(200);
  });
});

describe('suspensions by the operator', () => {
  it('can affect staff, and cannot be ended by moderators', async () => {
    const [moderator, other] = [await createStaff(app, 'moderator'), await createStaff(app, 'moderator')];
    expect(
      await rivalhold('user', 'suspend', moderator.username, 'permanent', 'account', 'taken over'),
    ).toEqual(ok(`${moderator.username} is suspended permanently.`));
    expect(await lastAudit()).toMatchObject({
      kind: 'suspension.begin',
      actorId: null,
      targetId: moderator.id,
      after: 'permanent',
      reason: 'account taken over',
    });
    expect((await app.browser().signIn(moderator.username)).status).toBe(403);
    await rivalhold('user', 'role', moderator.username, 'player');
    const lift = (staff: TestPlayer) =>
      staff.call('DELETE /api/mod/suspensions/{userId}', { params: { userId: moderator.id } });
    expect((await lift(other)).status).toBe(403);
    expect((await app.browser().signIn(moderator.username)).status).toBe(403);
    expect((await lift(admin)).status).toBe(200);
    expect((await app.browser().signIn(moderator.username)).status).toBe(200);
  });

  it('end at a given time, or by another command', async () => {
    const loud = await app.player();
    const { out } = await rivalhold('user', 'suspend', loud.username, '3', 'spam', '--json');
    const until = new Date(app.site.clock.now().getTime() + 3 * 86_400_000).toISOString();
    expect(JSON.parse(out).result).toEqual({ userId: loud.id, username: loud.username, until });
    const end = () => rivalhold('user', 'unsuspend', loud.username);
    const both = (await Promise.all([end(), end()])).map((printed) => printed.out);
    expect(both.sort()).toEqual([
      `The suspension of ${loud.username} has ended.\n`,
      `${loud.username} is not suspended.\n`,
    ]);
    expect((await app.browser().signIn(loud.username)).status).toBe(200);
    for (const days of ['0', '-1', '9999', 'forever'])
      expect((await rivalhold('user', 'suspend', loud.username, days, 'spam')).code).toBe(1);
  });
});

describe('jobs', () => {
  const NAME = 'accounts.reset';
  const send = () =>
    transaction(app.site.db, (tx) => app.site.jobs.send(tx, NAME, { email: 'x@example.com' }, 3_600));
  const listed = async () => JSON.parse((await rivalhold('jobs', 'list', NAME, '--json')).out).result.jobs;

  it('are listed without their data, retried by id, and deleted by name', async () => {
    await send();
    await send();
    const [first, second] = await listed();
    expect(first).toMatchObject({ name: NAME, state: 'created', retries: 0, error: null });
    expect(JSON.stringify(first)).not.toContain('example.com');
    await query(
      app.site.db,
      sql`update jobs.job set state = 'failed', completed_on = now(), output = '{"message": "no answer"}'
          where id = ${first.id}::uuid`,
    );
    expect((await rivalhold('jobs', 'list')).out).toMatch(
      new RegExp(`${first.id} .* failed +${NAME} no answer`),
    );
    expect(await rivalhold('jobs', 'retry', first.id)).toEqual(ok('1 job will run now.'));
    expect(await lastAudit()).toMatchObject({ kind: 'job.retry', subject: `1 job: ${NAME} ${first.id}` });
    await expect
      .poll(() =>
        queryExists(
          app.site.db,
          sql`select 1 from jobs.job where id = ${first.id}::uuid and state = 'completed'`,
        ),
      )
      .toBe(true);
    const drop = () => rivalhold('jobs', 'drop', NAME);
    const both = (await Promise.all([drop(), drop()])).map(({ code }) => code);
    expect(both.sort()).toEqual([0, 1]);
    expect(await lastAudit()).toMatchObject({ kind: 'job.drop', subject: `1 job: ${NAME} ${second.id}` });
    expect(await listed()).toEqual([]);
    expect(await rivalhold('jobs', 'retry', NAME)).toEqual(
      failed(`There is no failed or waiting job ${NAME}.`),
    );
  });

  it.each(['retry', 'drop'])(
    'the command “jobs %s” records all affected jobs in the audit log',
    async (what) => {
      for (let n = 0; n < 60; n++) await send();
      const ids: string[] = (await listed()).map(({ id }: { id: string }) => id);
      expect(ids).toHaveLength(60);
      const { out } = await rivalhold('jobs', what, NAME, '--json');
      expect(JSON.parse(out).result.jobs).toHaveLength(60);
      const { body } = await admin.call('GET /api/admin/audit', { query: { limit: 3 } });
      expect(body.items.map(({ kind, subject }) => [kind, subject?.split(':')[0]])).toEqual(
        Array(3).fill([`job.${what}`, '20 jobs']),
      );
      const subjects = body.items.map(({ subject }) => subject).join();
      expect(ids.filter((id) => !subjects.includes(id))).toEqual([]);
      await query(app.site.db, sql`delete from jobs.job where name = ${NAME}`);
    },
  );
});

describe('the operator tool without a running server', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    'status',
    'user role somebody admin',
    'ledger verify',
    `backup ${path.join(folder, 'backup')}`,
    'anonymize 127.0.0.1:3000',
    'migrate-to postgres://nobody@127.0.0.1:1/x',
  ])('never creates a site for the command “%s”', async (line) => {
    const secrets: Record<string, string>[] = [{}, { SESSION_SECRET: 'x'.repeat(40) }];
    for (const secret of secrets) {
      const { code, out, err } = await runTool({ DATA_DIR: folder, ...secret }, line.split(' '));
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/There is no site in/);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  if (process.env.TEST_DATABASE_URL)
    it('creates no tables in an empty database', async () => {
      const database = await createPostgresDatabase(process.env.TEST_DATABASE_URL!);
      const env = { DATA_DIR: folder, DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(40) };
      for (const args of [['status'], ['ledger', 'verify'], ['backup', path.join(folder, 'backup')]]) {
        const { code, err } = await runTool(env, args);
        expect(code).toBe(1);
        expect(err).toMatch(/The database contains no site|This database contains no site/);
      }
      expect(existsSync(path.join(folder, 'backup'))).toBe(false);
      await database.drop();
    });
});
