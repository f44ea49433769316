import { auditFights } from '../../features/combat/testing.ts';
import { likesOff } from '../../features/deletion/testing.ts';
import { auditMessages } from '../../features/dms/testing.ts';
import { countersOff } from '../../features/forum/testing.ts';
import { verifyLedger } from '../../features/ledger/service.ts';
import type { TestApp } from '../../testing/app.ts';

/**
 * Holds everything that is counted against what it counts: purses and ledger, fights and their inputs, messages and
 * their numbers, likes, comments, posts. Answers what differs: nothing.
 * @throws the assertion that fails.
 */
export async function booksOff(app: TestApp): Promise<unknown[]> {
  await auditFights(app);
  await auditMessages(app);
  const { differences } = await verifyLedger(app.site.db);
  return [...differences, ...(await countersOff(app.site.db)), ...(await likesOff(app))];
}
