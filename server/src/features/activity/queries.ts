import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  empty,
  literal,
  query,
  queryExists,
  queryOne,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { isContentVisibleSql, notBlockedSql } from '../blocks/service.ts';
import { canWatchSql, isOpenToSql } from '../fight-visibility/service.ts';

export type NewActivity = {
  type: 'JOIN' | 'LEVEL_UP' | 'COMBAT_WIN' | 'NEW_FRIEND';
  ownerId: number;
  actorId?: number;
  level?: number;
  xp?: number;
  coins?: number;
  fightId?: number;
  at: Date;
};

const ActivityRow = Type.Object({
  id: column.integer,
  type: column.text,
  level: Nullable(column.integer),
  xp: Nullable(column.integer),
  coins: Nullable(column.integer),
  fight_id: Nullable(column.integer),
  created_at: column.date,
  owner_id: column.integer,
  owner_username: column.text,
  owner_avatar_url: Nullable(column.text),
  owner_level: column.integer,
  actor_id: Nullable(column.integer),
  actor_username: Nullable(column.text),
  actor_avatar_url: Nullable(column.text),
  actor_level: Nullable(column.integer),
});

const present = (row: Static<typeof ActivityRow>): ActivityItem => ({
  id: row.id,
  type: row.type,
  owner: {
    id: row.owner_id,
    username: row.owner_username,
    avatarUrl: row.owner_avatar_url,
    level: row.owner_level,
  },
  actor:
    row.actor_id === null || row.actor_username === null
      ? null
      : {
          id: row.actor_id,
          username: row.actor_username,
          avatarUrl: row.actor_avatar_url,
          level: row.actor_level ?? 1,
        },
  metadata: { level: row.level, xp: row.xp, coins: row.coins, fightId: row.fight_id },
  createdAt: row.created_at.toISOString(),
});

/**
 * SQL that selects activity items.
 * @param isLinked SQL condition on the fight `f`: true if the item links to it
 */
const selectFrom = (activity: Sql, isLinked: Sql): Sql => sql`
  select a.id, a.type, a.level, a.xp, a.coins, case when ${isLinked} then f.id end as fight_id, a.created_at,
         o.id as owner_id, o.username as owner_username, o.avatar_url as owner_avatar_url, oc.level as owner_level,
         t.id as actor_id, t.username as actor_username, t.avatar_url as actor_avatar_url, tc.level as actor_level
  from ${activity} a
  join users o on o.id = a.owner_id
  join characters oc on oc.user_id = a.owner_id
  left join fights f on f.id = a.fight_id
  left join users t on t.id = a.actor_id
  left join characters tc on tc.user_id = a.actor_id`;

/** Report whether two players have ever become friends. */
export const wereFriends = (db: DbOrTx, one: number, other: number): Promise<boolean> =>
  queryExists(
    db,
    sql`select 1 from activity where type = 'NEW_FRIEND' and owner_id = ${one} and actor_id = ${other}`,
  );

/**
 * Return a page of the activity visible to the viewer, newest first. If `ownerId` is null, include the activity of all
 * players. The id of a fight is null if the viewer is not allowed to watch the fight.
 */
export async function activityPage(
  db: DbOrTx,
  {
    ownerId,
    viewerId,
    before,
    limit,
  }: { ownerId: number | null; viewerId: number; before: TimeCursor; limit: number },
): Promise<ActivityItem[]> {
  // The activity on a profile leaves out players who have blocked the viewer or are blocked by the viewer. The activity
  // of all players also leaves out players that the viewer has muted.
  const shown = ownerId === null ? isContentVisibleSql : notBlockedSql;
  const ofOwner = ownerId === null ? empty : sql`a.owner_id = ${ownerId} and`;
  const rows = await query(
    db,
    ActivityRow,
    sql`${selectFrom(sql`activity`, canWatchSql(viewerId, sql`f`))}
        where ${ofOwner} ${shown(viewerId, sql`a.owner_id`)}
          and ${shown(viewerId, sql`a.actor_id`)}
          and (a.created_at, a.id) < (${before.time}::timestamptz, ${before.id}::bigint)
        order by a.created_at desc, a.id desc
        limit ${literal(limit)}`,
  );
  return rows.map(present);
}

/**
 * Insert an activity and return it in a form that all players are allowed to see: the id of a fight is null unless all
 * signed-in players are allowed to watch the fight.
 */
export async function insertActivity(tx: Tx, item: NewActivity): Promise<ActivityItem> {
  const { type, ownerId, actorId = null, level = null, xp = null, coins = null, fightId = null, at } = item;
  const row = await queryOne(
    tx,
    ActivityRow,
    sql`with added as (
          insert into activity (type, owner_id, actor_id, level, xp, coins, fight_id, created_at)
          values (${type}, ${ownerId}, ${actorId}, ${level}, ${xp}, ${coins}, ${fightId}, ${at}) returning *
        ) ${selectFrom(sql`added`, isOpenToSql(sql`f`, 'players'))}`,
  );
  return present(row);
}
