import { type DbOrTx, run, runValues, type Tx } from '../../platform/db/db.ts';
import type { PlayerRow } from '../profiles/service.ts';

/** Those whom a player is fighting, whichever of them began. */
export async function openOpponents(tx: Tx, userId: number): Promise<number[]> {
  return runValues<number>(
    tx,
    `select defender_id as id from fights where status = 'active' and attacker_id = $1
     union all select attacker_id from fights where status = 'active' and defender_id = $1`,
    [userId],
  );
}

/** A fight with whom it is against. */
export type OpenFightRow = PlayerRow & {
  id: number;
  attacker_id: number;
  defender_seen_at: Date | null;
  last_at: Date;
};

/** Most open fights that are listed. */
const OPEN_MAX = 50;

export async function openFightsOf(db: DbOrTx, userId: number): Promise<OpenFightRow[]> {
  return run<OpenFightRow>(
    db,
    `select f.id, f.attacker_id, f.defender_seen_at, f.last_exchange_at as last_at,
            u.id as user_id, u.username, u.avatar_url, c.level
     from (select * from fights where status = 'active' and attacker_id = $1
           union all
           select * from fights where status = 'active' and defender_id = $1) f
     join users u on u.id = case when f.attacker_id = $1 then f.defender_id else f.attacker_id end
     join characters c on c.user_id = u.id
     order by f.last_exchange_at desc, f.id desc limit ${OPEN_MAX}`,
    [userId],
  );
}

export async function abandonedFights(db: DbOrTx, before: Date, limit: number): Promise<number[]> {
  return runValues<number>(
    db,
    `select id from fights where status = 'active' and last_exchange_at <= $1 order by last_exchange_at limit $2`,
    [before, limit],
  );
}
