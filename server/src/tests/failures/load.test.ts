import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { setCharacter } from '../../features/combat/testing.ts';
import { useTestApp } from '../../testing/app.ts';
import { bookkeepingErrors } from '../security/consistency.ts';
import { findLostWrites } from './lost-writes.ts';
import { FILE_ACTIONS, VirtualUsers } from './virtual-users.ts';

/**
 * Number of players in this test of a single process under load. The tests in service-failures.test.ts cover failures
 * of backing services.
 */
const PLAYERS = 4;
const app = useTestApp();
let virtualUsers: VirtualUsers;
beforeAll(async () => {
  virtualUsers = await VirtualUsers.of(app.url, PLAYERS);
  // Give all players high health, so that their fights continue. With a manual clock, their health does not recover.
  for (const { player } of virtualUsers.users)
    await setCharacter(app, player, { health: 9_000, max_health: 9_000 });
  virtualUsers.start();
  await virtualUsers.waitForProgress({ pictures: 1 });
});
afterAll(() => virtualUsers.stop());

const expectProgress = async (wanted?: { pictures: number }): Promise<void> => {
  // End the cooldowns of players who have just attacked or posted.
  app.clock.advance(1_000);
  await virtualUsers.waitForProgress(wanted);
  expect(virtualUsers.drainErrors()).toEqual([]);
};

it.each(LONG ? ['ENOSPC', 'EDQUOT'] : ['ENOSPC'])(
  'a disk that fails with %s affects only uploads',
  async (code) => {
    const { files } = app.site;
    virtualUsers.drainUnavailable();
    const full = vi.spyOn(files, 'moveFromFs').mockRejectedValue(Object.assign(new Error(code), { code }));
    const away = new Set<string>();
    while (away.size === 0) {
      await expectProgress();
      for (const what of virtualUsers.drainUnavailable()) away.add(what);
    }
    full.mockRestore();
    expect([...away].filter((what) => !FILE_ACTIONS.has(what))).toEqual([]);
    await expectProgress({ pictures: 1 });
  },
);

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];
const JUMPS: [name: string, ms: number][] = [
  ['an hour back', -HOUR],
  ['a day ahead', DAY],
];
const MORE_JUMPS: typeof JUMPS = [
  ['an hour ahead', HOUR],
  ['a day back', -DAY],
  ['a minute back', -MINUTE],
];
it.each(LONG ? [...JUMPS, ...MORE_JUMPS] : JUMPS)(
  'a clock that jumps %s does not stop any player',
  async (_, ms) => {
    await expectProgress();
    app.clock.advance(ms);
    await expectProgress({ pictures: 1 });
  },
);

it('no acknowledged action is lost or duplicated', async () => {
  await virtualUsers.stop();
  expect((await findLostWrites(virtualUsers, app.site.db)).attacks).toBeGreaterThan(0);
  expect(virtualUsers.drainErrors()).toEqual([]);
  expect(await bookkeepingErrors(app)).toEqual([]);
});
