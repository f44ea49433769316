import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { type Sql, sql } from '../../platform/db/db.ts';

/** A player as a row of something of theirs names them. */
export type PlayerRow = { user_id: number; username: string; avatar_url: string | null; level: number };

/** How players are named everywhere. */
export const presentPlayer = (row: PlayerRow): PlayerRef => ({
  id: row.user_id,
  username: row.username,
  avatarUrl: row.avatar_url,
  level: row.level,
});

/** Join with the player of each row of `of`, by its `user_id`: by the key, however many rows the planner expects. */
export const playerJoinSql = (of: Sql): Sql => sql`
  cross join lateral (
    select u.username, u.avatar_url, ch.level from users u join characters ch on ch.user_id = u.id
    where u.id = ${of}.user_id limit 1
  ) player`;
/** The columns of `playerJoinSql`. */
export const PLAYER_COLUMNS = sql`player.username, player.avatar_url, player.level`;
