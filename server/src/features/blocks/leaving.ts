import { run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';

/** Takes away all blocks of a player who left, and on them. Answers that none are left. */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const rows = await run<{ id: number }>(
    tx,
    `delete from blocks where blocker_id = $1 or blocked_id = $1
     returning case when blocker_id = $1 then blocked_id else blocker_id end as id`,
    [userId],
  );
  if (rows.length > 0) site.realtime.relationsChanged(tx, [userId, ...rows.map(({ id }) => id)]);
  return true;
}
