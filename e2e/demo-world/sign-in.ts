import { expect } from '@playwright/test';
import type { PagePath } from '@rivalhold/shared/pages.ts';
import type { NewVisitor } from '../browser.ts';
import { requestAs } from '../players.ts';
import { samplePath } from '../sample-paths.ts';
import { DEMO_PASSWORD } from '../site.ts';

/**
 * Log in as a player of the demo world. Return the visitor, the path of the longest thread, and a function (`pathOf`)
 * that replaces the parameters of a path with ids of the demo world.
 */
export async function signInDemo(newVisitor: NewVisitor, credential: string, width = 1280) {
  const visitor = await newVisitor({ width });
  const { status } = await requestAs(visitor, 'POST', '/api/session', {
    credential,
    password: DEMO_PASSWORD,
  });
  expect(status).toBe(200);
  const idOf = async (name: string) =>
    (await requestAs<{ id: number }>(visitor, 'GET', `/api/profiles/username/${name}`)).body.id;
  type Threads = { threads: { id: number; postCount: number }[] };
  const { body } = await requestAs<Threads>(visitor, 'GET', '/api/forum-threads');
  const [longest] = body.threads.toSorted((a, b) => b.postCount - a.postCount);
  const [own, other] = [await idOf(credential), await idOf('moonmilk')];
  const { body: coins } = await requestAs<{ items: { fightId: number | null }[] }>(
    visitor,
    'GET',
    '/api/coins/history',
  );
  const fight = coins.items.find(({ fightId }) => fightId !== null)?.fightId;
  const pathOf = (page: PagePath) => samplePath(page, { own, other, fight: fight ?? undefined });
  return { ...visitor, visitor, pathOf, longestThread: `/forum?thread=${longest?.id}` };
}
