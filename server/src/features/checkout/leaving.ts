import { run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';

/** Forgets the limit that a player who left had set; payments stay, as the ledger does. Answers that nothing is left. */
export async function forgetPlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await run(tx, 'delete from buying_limits where user_id = $1', [userId]);
  return true;
}
