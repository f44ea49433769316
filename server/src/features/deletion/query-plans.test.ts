import { beforeAll, describe, expect, it } from 'vitest';
import { type Statement, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { PLAN_MODES, type PlanNode, planOf, recordStatements } from '../../testing/statements.ts';
import { exportSections as activityOf, erasePlayer as eraseActivity } from '../activity/personal-data.ts';
import { erasePlayer as eraseAttachments } from '../attachments/personal-data.ts';
import { exportSections as clipsOf } from '../clips/personal-data.ts';
import { erasePlayer as eraseClips } from '../clips/service.ts';
import { exportSections as fightsOf, prepareFightErasure } from '../combat/personal-data.ts';
import { exportSections as commentsOf } from '../comments/personal-data.ts';
import { erasePlayer as erasePostLikes, exportSections as postsOf } from '../feed/personal-data.ts';
import { exportSections as friendsOf } from '../friends/personal-data.ts';
import { erasePlayer as eraseNotifications } from '../notifications/personal-data.ts';
import { exportSections as photosOf } from '../photos/personal-data.ts';
import { erasePlayer as erasePhotos } from '../photos/service.ts';

const app = useTestApp();
let player: TestPlayer;
beforeAll(async () => {
  player = await app.player();
});

/**
 * Read the player's data in several features in batches, as a data export does. Then find the fights to anonymize, as
 * an account deletion does.
 */
async function readAll(): Promise<void> {
  const { site } = app;
  const seen: object[] = [];
  for (const exportOf of [activityOf, clipsOf, fightsOf, commentsOf, postsOf, friendsOf, photosOf])
    for (const rows of Object.values(exportOf(site.db, player.id)))
      for await (const row of rows) seen.push(row);
  await prepareFightErasure(site, player.id, 0);
}
/** Erase one batch of data in several features. */
async function eraseAll(): Promise<void> {
  const { site } = app;
  for (const erase of [
    eraseAttachments,
    erasePostLikes,
    erasePhotos,
    eraseClips,
    eraseNotifications,
    eraseActivity,
  ])
    await transaction(site.db, (tx) => erase(tx, site, player.id));
}
/**
 * Run `work`, and return its SQL statements that match `pattern`. Leave out reads of clips, because a player never has
 * more than one batch of clips.
 */
const statementsLike = async (work: () => Promise<void>, pattern: RegExp): Promise<Statement[]> =>
  (await recordStatements(app, work))
    .map(withNumberedValues)
    .filter(({ text }) => pattern.test(text) && !/from clips where user_id/.test(text));
/** Return the statements that find the rows to erase. */
const finds = () => statementsLike(eraseAll, /limit/);
/** Return the statements that read the rows after id `$2`. */
const batches = () => statementsLike(readAll, /> \$2/);

/**
 * Renumber the parameters of a statement so that equal values have the same number. `$1` is the player's id in every
 * statement.
 */
function withNumberedValues({ text, values }: Statement): Statement {
  const distinct = [...new Set(values)];
  const numberOf = (n: string) => distinct.indexOf(values[Number(n) - 1]) + 1;
  return { text: text.replaceAll(/\$(\d+)/g, (_, n: string) => `$${numberOf(n)}`), values: distinct };
}

describe('batched statements of account deletion and data export', () => {
  it('continue after the last row of the previous batch', async () => {
    expect((await batches()).length).toBe(13);
  });

  // On empty tables, the planner prefers sequential scans. Therefore, disable sequential scans, and check that the
  // statements can use an index.
  if (process.env.TEST_DATABASE_URL)
    it('read an index in order, without sorting or filtering the whole table', async () => {
      const statements = [...(await batches()), ...(await finds())];
      expect(statements.length).toBe(21);
      const settings = ['enable_seqscan = off', 'enable_bitmapscan = off', ...PLAN_MODES.slice(0, 1)];
      for (const statement of statements) {
        const plan = await planOf(app, statement, { settings, runs: false });
        expect([statement.text, planProblems(plan)]).toEqual([statement.text, []]);
      }
    });
});

/**
 * Return the nodes of a plan that are too slow. Such a node reads rows of other players, reads rows of earlier batches
 * (with ids up to `$2`), or sorts all of the player's rows.
 */
function planProblems(plan: PlanNode): string[] {
  const { 'Node Type': type, 'Index Cond': found = '', Filter: left = '', Plans: under = [] } = plan;
  const isOthers =
    /= \$1/.test(left) || />[^=]*\$2/.test(left) || (/>[^=]*\$2/.test(found) && !/= \$1/.test(found));
  const isSorted = type === 'Limit' && under[0]?.['Node Type'] === 'Sort' && isTable(under[0]);
  // The primary key index of a likes table begins with the id of the liked content, not with the player. A scan of this
  // index for a player returns the rows in the right order, but reads the whole index.
  const isWhole = /_likes_pkey$/.test(plan['Index Name'] ?? '') && /user_id = \$1/.test(found);
  const own = isOthers || isSorted || isWhole ? [`${type} ${found} ${left}`] : [];
  return [...own, ...under.flatMap(planProblems)];
}

const isTable = ({ Plans: [under] = [] }: PlanNode): boolean => /Index|Seq/.test(under?.['Node Type'] ?? '');
