import { expect, test } from 'vitest';
import { openFight, strikeToTheEnd } from './fights.ts';
import { call, newPlayer } from './players.ts';
import { DEMO_PASSWORD } from './site.ts';
import { signIn } from './steps.ts';
import { useSite } from './suite.ts';

type Ranked = { id: number; username: string; wins: number };
const suite = useSite({ SEED: 'demo' });

test.each(['demo_player', 'demo_mod', 'demo_admin'])(
  '%s signs in with the demo password',
  async (username) => {
    const { page } = await suite.visitor();
    await page.goto('/');
    await signIn(page, username, DEMO_PASSWORD);
    await page.waitForURL('**/dashboard');
  },
);

test('a new player meets a living community and fights one of them to the end', async () => {
  const visitor = await suite.visitor();
  const { page } = visitor;
  const me = await newPlayer(visitor);
  const { body } = await call<{ leaderboard: Ranked[] }>(visitor, 'GET', '/api/leaderboard');
  expect(body.leaderboard.length).toBeGreaterThanOrEqual(5);
  expect(body.leaderboard[0]?.wins).toBeGreaterThan(0);

  await page.goto('/dashboard');
  const top = page
    .getByRole('region', { name: 'Top Players' })
    .or(page.locator('section', { hasText: 'Top Players' }));
  await top
    .first()
    .getByText(body.leaderboard[0]?.username ?? '')
    .first()
    .waitFor();
  await page.goto('/profiles');
  await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBeGreaterThanOrEqual(24);
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBeGreaterThanOrEqual(48);

  const weakest = await call<{ id: number; level: number }[]>(visitor, 'GET', '/api/profiles?limit=50');
  const rival = weakest.body.filter(({ id }) => id !== me.id).sort((a, b) => a.level - b.level)[0];
  await openFight(page, rival?.id ?? 0);
  await strikeToTheEnd(page);
  await page.getByRole('link', { name: 'Verify this fight' }).waitFor();
});
