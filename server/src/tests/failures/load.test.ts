import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { setCharacter } from '../../features/combat/testing.ts';
import { useTestApp } from '../../testing/app.ts';
import { bookkeepingErrors } from '../security/consistency.ts';
import { findLostWrites } from './lost-writes.ts';
import { FILE_ACTIONS, VirtualUsers } from './virtual-users.ts';

/** Failures of a single-process site under load. Failures of its backing services have their own tests. */
const PLAYERS = 4;
const app = useTestApp();
let crowd: VirtualUsers;
beforeAll(async () => {
  crowd = await VirtualUsers.of(app.url, PLAYERS);
  // Keeps their fights running, with a manual clock.
  for (const { player } of crowd.users) await setCharacter(app, player, { health: 9_000, max_health: 9_000 });
  crowd.start();
  await crowd.waitForProgress({ pictures: 1 });
});
afterAll(() => crowd.stop());

const goesOn = async (wanted?: { pictures: number }): Promise<void> => {
  // Ends cooldowns of players who have just attacked or posted.
  app.clock.advance(1_000);
  await crowd.waitForProgress(wanted);
  expect(crowd.drainErrors()).toEqual([]);
};

it.each(['ENOSPC', 'EDQUOT'])('a disk that fails with %s affects only uploads', async (code) => {
  const { files } = app.site;
  crowd.drainUnavailable();
  const full = vi.spyOn(files, 'moveFromFs').mockRejectedValue(Object.assign(new Error(code), { code }));
  const away = new Set<string>();
  while (away.size === 0) {
    await goesOn();
    for (const what of crowd.drainUnavailable()) away.add(what);
  }
  full.mockRestore();
  expect([...away].filter((what) => !FILE_ACTIONS.has(what))).toEqual([]);
  await goesOn({ pictures: 1 });
});

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];
it.each([
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
  ['a day back', -DAY],
  ['a day ahead', DAY],
  ['a minute back', -MINUTE],
])('a clock that jumps %s stops no player', async (_, ms) => {
  await goesOn();
  app.clock.advance(ms);
  await goesOn({ pictures: 1 });
});

it('nothing acknowledged is lost or duplicated, and the ledger is correct', async () => {
  await crowd.stop();
  expect((await findLostWrites(crowd, app.site.db)).strikes).toBeGreaterThan(0);
  expect(crowd.drainErrors()).toEqual([]);
  expect(await bookkeepingErrors(app)).toEqual([]);
});
