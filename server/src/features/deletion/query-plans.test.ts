import { beforeAll, describe, expect, it } from 'vitest';
import { type Statement, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { PLAN_MODES, type PlanNode, planOf, recordStatements } from '../../testing/statements.ts';
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
/** Return what `work` sends that matches, except reads of clips: a player never has more than a batch of them. */
const statementsLike = async (work: () => Promise<void>, pattern: RegExp): Promise<Statement[]> =>
  (await recordStatements(app, work))
    .map(withNumberedValues)
    .filter(({ text }) => pattern.test(text) && !/from clips where user_id/.test(text));
/** Return the statements that find the rows to erase. */
const finds = () => statementsLike(eraseAll, /limit/);
/** Return the statements that read the rows after id `$2`. */
const batches = () => statementsLike(readAll, /> \$2/);

/** Give equal values of a statement one parameter: `$1` is the player's id in all of them. */
function withNumberedValues({ text, values }: Statement): Statement {
  const distinct = [...new Set(values)];
  const numberOf = (n: string) => distinct.indexOf(values[Number(n) - 1]) + 1;
  return { text: text.replaceAll(/\$(\d+)/g, (_, n: string) => `$${numberOf(n)}`), values: distinct };
}

describe('what is read bit by bit of a player who leaves, or takes all along', () => {
  it('goes on behind what was read', async () => {
    expect((await batches()).length).toBe(12);
  });

  // The planner sees empty tables as worth reading whole; told not to, it has to know an index that has the order.
  if (process.env.TEST_DATABASE_URL)
    it('is found by an index in its order, never sorted or filtered out of all that there is', async () => {
      const statements = [...(await batches()), ...(await finds())];
      expect(statements.length).toBe(19);
      const settings = ['enable_seqscan = off', 'enable_bitmapscan = off', ...PLAN_MODES.slice(0, 1)];
      for (const statement of statements) {
        const plan = await planOf(app, statement, { settings, runs: false });
        expect([statement.text, planProblems(plan)]).toEqual([statement.text, []]);
      }
    });
});

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
