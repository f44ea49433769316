import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { PLAN_MODES, type PlanNode, planOf, statementsOf } from '../../testing/statements.ts';
import { exportSections as activityOf, erasePlayer as forgetActivity } from '../activity/erasure.ts';
import { erasePlayer as forgetAttachments } from '../attachments/erasure.ts';
import { exportSections as clipsOf } from '../clips/export-sections.ts';
import { erasePlayer as forgetClips } from '../clips/service.ts';
import { exportSections as fightsOf, prepareFightErasure } from '../combat/erasure.ts';
import { exportSections as commentsOf } from '../comments/erasure.ts';
import { erasePlayer as forgetPosts, exportSections as postsOf } from '../feed/erasure.ts';
import { exportSections as friendsOf } from '../friends/export-sections.ts';
import { erasePlayer as forgetNotices } from '../notifications/erasure.ts';
import { exportSections as photosOf } from '../photos/export-sections.ts';
import { erasePlayer as forgetPhotos } from '../photos/service.ts';

const app = useTestApp();
let player: TestPlayer;
beforeAll(async () => {
  player = await app.player();
});

/** What is read of a player, part after part. */
async function readAll(): Promise<void> {
  const { site } = app;
  const seen: object[] = [];
  for (const exportOf of [activityOf, clipsOf, fightsOf, commentsOf, postsOf, friendsOf, photosOf])
    for (const rows of Object.values(exportOf(site.db, player.id)))
      for await (const row of rows) seen.push(row);
  await prepareFightErasure(site, player.id, 0);
}
/** What is forgotten of a player at a time, part after part: what finds it, of which nothing is left the next time. */
async function eraseAll(): Promise<void> {
  const { site } = app;
  for (const forget of [
    forgetAttachments,
    forgetPosts,
    forgetPhotos,
    forgetClips,
    forgetNotices,
    forgetActivity,
  ])
    await transaction(site.db, (tx) => forget(tx, site, player.id));
}
/** Those that find it; but for the clips, of which there are never more than a batch. */
const finds = async (): Promise<string[]> =>
  (await statementsOf(app, eraseAll)).filter((text) => /limit/.test(text) && !/from clips where/.test(text));
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
      const texts = [...(await batches()), ...(await finds())];
      expect(texts.length).toBe(19);
      const settings = ['enable_seqscan = off', 'enable_bitmapscan = off', ...PLAN_MODES.slice(0, 1)];
      for (const text of texts) {
        const values = [player.id, ...valuesOf(text)].join(', ');
        const plan = await planOf(app, { text, values, settings, runs: false });
        expect([text, planProblems(plan)]).toEqual([text, []]);
      }
    });
});

/** What else such a statement is sent with. */
function valuesOf(text: string): (number | string)[] {
  if (/<> \$3/.test(text)) return [0, "'x'"];
  if (/expires_at = \$2/.test(text)) return ['now()'];
  return text.includes('$3') ? [0, 500] : text.includes('$2') ? [20] : [];
}

/** Readings of more than what is the player's behind `$2`, and sortings of all that is theirs. */
function planProblems(plan: PlanNode): string[] {
  const { 'Node Type': type, 'Index Cond': found = '', Filter: left = '', Plans: under = [] } = plan;
  const isOthers =
    /= \$1/.test(left) || />[^=]*\$2/.test(left) || (/>[^=]*\$2/.test(found) && !/= \$1/.test(found));
  const isSorted = type === 'Limit' && under[0]?.['Node Type'] === 'Sort' && isTable(under[0]);
  // Of a key that begins with the thing all of it is read, though in the right order.
  const isWhole = /_likes_pkey$/.test(plan['Index Name'] ?? '') && /user_id = \$1/.test(found);
  const own = isOthers || isSorted || isWhole ? [`${type} ${found} ${left}`] : [];
  return [...own, ...under.flatMap(planProblems)];
}

const isTable = ({ Plans: [under] = [] }: PlanNode): boolean => /Index|Seq/.test(under?.['Node Type'] ?? '');
