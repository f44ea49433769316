import { run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';

/** Empties the inventory of a player who left. Answers that nothing is left. */
export async function forgetPlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await run(tx, 'delete from inventory where user_id = $1', [userId]);
  return true;
}
