import { LIMITS } from '@rivalhold/shared/limits.ts';
import { forEachSettled } from '../../platform/db/batches.ts';
import { type DbOrTx, transaction } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { abandonedFights } from './fight-lists.ts';
import { beginFightTransaction, commitIfChanged } from './fight-transaction.ts';
import { type FightPair, overdueFights } from './queries.ts';

/** Maximum number of abandoned fights to close per run. Each gets its own transaction to keep locks short. */
const MAX_ABANDONED_PER_RUN = 200;

/**
 * End fights that have had no exchange for 24 hours. The attacker loses.
 * @throws AggregateError with the errors of fights that could not be closed, thrown after the other fights are closed.
 */
export async function closeAbandonedFights(db: DbOrTx, site: Site): Promise<void> {
  const before = new Date(site.clock.now().getTime() - LIMITS.combat.abandonedAfterMs);
  if (site.readOnly.state) return;
  const pairs = await abandonedFights(db, before, MAX_ABANDONED_PER_RUN);
  await forEachSettled(pairs, (pair) => updateFight(db, site, pair));
}

/**
 * Lock a fight. Close it if it is abandoned, or resolve its deadline if the deadline has passed. Save the fight if it
 * has changed.
 */
async function updateFight(db: DbOrTx, site: Site, { attacker_id, defender_id }: FightPair): Promise<void> {
  await transaction(db, async (tx) => {
    const fightTx = await beginFightTransaction(tx, site, attacker_id, defender_id);
    if (fightTx) await commitIfChanged(tx, site, fightTx);
  });
}

/** Maximum number of deadlines to resolve per run. */
const MAX_DEADLINES_PER_RUN = 10_000;
/**
 * Number of deadlines that a node resolves concurrently. It is low, so that most database connections remain for
 * requests.
 */
const CONCURRENT_DEADLINES = 4;

/**
 * Resolve all passed deadlines of live fights and challenges. Several nodes can run this at the same time,
 * because each fight is locked first.
 * @throws AggregateError with the errors of fights that could not be updated, thrown after the other fights
 *   are updated.
 */
export async function resolvePassedDeadlines(db: DbOrTx, site: Site): Promise<void> {
  if (site.readOnly.state) return;
  const pairs = await overdueFights(db, site.clock.now(), MAX_DEADLINES_PER_RUN);
  await forEachSettled(pairs, (pair) => updateFight(db, site, pair), CONCURRENT_DEADLINES);
}
