import { run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';

/** Deletes what was written on the profile of a player who left; what they wrote on others' stays. Answers that none is left. */
export async function forgetPlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await run(tx, 'delete from profile_comments where profile_id = $1', [userId]);
  return true;
}
