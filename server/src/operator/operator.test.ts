import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEAN_ENV } from '../../../scripts/testing/clean-env.ts';
import { setCharacter } from '../features/combat/testing.ts';
import { operatorSocketPath } from '../platform/db/data-dir.ts';
import { type TestPlayer, useTestApp } from '../testing/app.ts';
import { listenToOperator } from './server.ts';

const app = useTestApp({ env: { REDIS_URL: '' } });
let player: TestPlayer;
let close: () => void;
beforeAll(async () => {
  player = await app.player();
  const server = listenToOperator(app.site, operatorSocketPath(app.site.config.dataDir));
  close = () => server.close();
});
afterAll(() => close());

type Printed = { code: number; out: string; err: string };

/** Run the operator tool with the configuration of the running server. */
function rivalhold(...args: string[]): Promise<Printed> {
  const { dataDir, databaseUrl, sessionSecret } = app.site.config;
  const env = {
    ...CLEAN_ENV,
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecret,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../cli.ts'), ...args],
      { env },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

const roleOf = async () => (await player.user())?.role;

describe('the operator tool with a running server', () => {
  it("changes a player's role from the next request on", async () => {
    expect(await roleOf()).toBe('player');
    expect(await rivalhold('user', 'role', player.username, 'admin')).toEqual({
      code: 0,
      out: `The role of ${player.username} is now admin.\n`,
      err: '',
    });
    expect(await roleOf()).toBe('admin');
  });

  it('does not demote the last admin of the site', async () => {
    const { code, err } = await rivalhold('user', 'role', player.username, 'player');
    expect({ code, err }).toEqual({ code: 1, err: `${player.username} is the last admin.\n` });
    expect(await roleOf()).toBe('admin');
  });

  it('reports unknown players and shows its usage', async () => {
    expect((await rivalhold('user', 'role', 'nobody_here', 'admin')).err).toBe(
      'There is no player named nobody_here.\n',
    );
    for (const wrong of [
      ['user', 'role', player.username, 'king'],
      ['user', 'coins', player.username, '5'],
      [],
    ]) {
      const { code, out, err } = await rivalhold(...wrong);
      expect(code).toBe(1);
      expect(out + err).toContain('npm run rivalhold -- <command>');
    }
  });

  it('grants and deducts coins with a reason, but never below zero', async () => {
    const { username } = player;
    expect((await rivalhold('user', 'coins', username, '25', 'lost', 'in', 'the', 'mail')).out).toBe(
      `${username} now has 75 coins.\n`,
    );
    expect(await rivalhold('user', 'coins', username, '-76', 'a fine')).toEqual({
      code: 1,
      out: '',
      err: 'Not enough coins.\n',
    });
    const { body } = await player.call('GET /api/coins/history');
    expect(body.items[0]).toMatchObject({ amount: 25, balance: 75, reason: 'adjustment', itemId: null });
  });

  it('verifies the ledger, and fails with the differences', async () => {
    expect(await rivalhold('ledger', 'verify')).toEqual({
      code: 0,
      out: 'The ledger matches all balances: 2 rows, 1 player.\n',
      err: '',
    });
    await setCharacter(app, player, { coins: 74 });
    expect(await rivalhold('ledger', 'verify')).toEqual({
      code: 1,
      out: '',
      err: `The ledger does not match the balances (2 rows, 1 player):\n  ${player.username} (${player.id}): the balance is 74, but its rows add up to 75\n`,
    });
  });

  it('shows which database the site uses', async () => {
    const { out } = await rivalhold('status');
    expect(out).toMatch(app.site.config.databaseUrl ? / on PostgreSQL\n$/ : / on the embedded database\n$/);
  });
});
