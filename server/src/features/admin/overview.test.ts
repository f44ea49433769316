import { DAY, SECOND } from '@rivalhold/shared/time-units.ts';
import { beforeAll, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { openFightOf } from '../combat/testing.ts';
import { createPost } from '../feed/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { createReport } from '../reports/testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
beforeAll(async () => {
  [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app, 'moderator')];
});
const overview = async (player: TestPlayer) => (await player.call('GET /api/mod/overview')).body;

it('the overview counts open reports, sign-ups and fights', async () => {
  const before = await overview(admin);
  const [one, other] = [await app.player(), await app.player()];
  await openFightOf(one, other);
  await createReport(one, 'post', await createPost(other, 'Rude words'));
  // The counts are cached for ten seconds, so the new accounts are not counted yet.
  expect((await overview(admin)).signUps).toEqual(before.signUps);
  app.clock.advance(11 * SECOND);
  const { openReports, signUps, fights } = await overview(admin);
  expect(openReports).toBe(before.openReports + 1);
  expect(signUps.today).toBe(before.signUps.today + 2);
  expect(fights.today).toBe(before.fights.today + 1);
  app.clock.advance(DAY);
  const next = await overview(admin);
  expect([next.signUps, next.fights]).toEqual([
    { today: 0, yesterday: signUps.today },
    { today: 0, yesterday: fights.today },
  ]);
});

it('the overview shows the health of the site only to admins', async () => {
  expect((await overview(admin)).health).toMatchObject({ issues: expect.any(Number) });
  expect((await overview(moderator)).health).toBeNull();
  expect((await (await app.player()).call('GET /api/mod/overview')).status).toBe(403);
});
