import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../platform/testing.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing.ts';
import { exportOf as activityOf } from '../activity/service.ts';
import { exportOf as clipsOf } from '../clips/service.ts';
import { exportOf as fightsOf, forgetterOf } from '../combat/service.ts';
import { exportOf as commentsOf } from '../comments/service.ts';
import { exportOf as postsOf } from '../feed/service.ts';
import { exportOf as friendsOf } from '../friends/service.ts';
import { exportOf as photosOf } from '../photos/service.ts';

let app: TestApp;
let player: TestPlayer;
beforeAll(async () => {
  app = await createTestApp();
  player = await app.player();
});
afterAll(() => app.close());

/** What is read of a player, part after part. */
async function readAll(): Promise<void> {
  const { site } = app;
  const seen: object[] = [];
  for (const of of [activityOf, clipsOf, fightsOf, commentsOf, postsOf, friendsOf, photosOf])
    for (const rows of Object.values(of(site.db, player.id))) for await (const row of rows) seen.push(row);
  await forgetterOf(site, player.id, 0);
}
/** Those that read on behind `$2`; but for the clips, of which there are never more than a batch. */
const batches = async (): Promise<string[]> =>
  (await statementsOf(app, readAll)).filter((text) => /> \$2/.test(text) && !/from clips where/.test(text));

describe('what is read bit by bit of a player who leaves, or takes all along', () => {
  it('goes on behind what was read', async () => {
    expect((await batches()).length).toBe(12);
  });

  // The planner sees empty tables as worth reading whole; told not to, it has to know an index that has the order.
  if (process.env.TEST_DATABASE_URL)
    it('is found by an index in its order, never sorted or filtered out of all that there is', async () => {
      const client = await app.site.database.pool?.connect();
      if (!client) throw new Error('There is nothing to judge');
      try {
        await client.query('set enable_seqscan = off');
        await client.query('set enable_bitmapscan = off');
        await client.query('set plan_cache_mode = force_generic_plan');
        for (const text of await batches()) {
          await client.query(`prepare judged as ${text}`);
          const values = text.includes('$3') ? `${player.id}, 0, ${/<> \$3/.test(text) ? "'x'" : 500}` : '';
          const { rows } = await client.query(`explain (format json) execute judged(${values})`);
          expect([text, faultsOf(rows[0]['QUERY PLAN'][0].Plan)]).toEqual([text, []]);
          await client.query('deallocate judged');
        }
      } finally {
        client.release(true);
      }
    });
});

type Plan = { 'Node Type': string; 'Index Cond'?: string; Filter?: string; Plans?: Plan[] };

/** Readings behind `$2` of more than what is the player's, and sortings of all that is theirs. */
function faultsOf(plan: Plan): string[] {
  const { 'Node Type': type, 'Index Cond': found = '', Filter: left = '', Plans: under = [] } = plan;
  const isOthers = />[^=]*\$2/.test(found + left) && !/= '?\$1/.test(found);
  const isSorted = type === 'Limit' && under[0]?.['Node Type'] === 'Sort' && isTable(under[0]);
  const own = isOthers || isSorted ? [`${type} ${found} ${left}`] : [];
  return [...own, ...under.flatMap(faultsOf)];
}

const isTable = ({ Plans: [under] = [] }: Plan): boolean => /Index|Seq/.test(under?.['Node Type'] ?? '');
