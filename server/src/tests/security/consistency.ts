import { verifyLedger } from '../../features/coins/service.ts';
import { checkFights } from '../../features/combat/testing.ts';
import { likeCounterErrors } from '../../features/deletion/testing.ts';
import { checkConversations } from '../../features/dms/testing.ts';
import { counterErrors } from '../../features/forum/testing.ts';
import type { TestApp } from '../../testing/app.ts';

/**
 * Compare derived values with the rows from which they are computed. The values are balances, states of fights, message
 * numbers, unread counts, and counts of likes, comments and posts. Return the differences.
 * @throws the failed assertion
 */
export async function bookkeepingErrors(app: TestApp): Promise<unknown[]> {
  await checkFights(app);
  await checkConversations(app);
  const { differences } = await verifyLedger(app.site.db);
  return [...differences, ...(await counterErrors(app.site.db)), ...(await likeCounterErrors(app))];
}
