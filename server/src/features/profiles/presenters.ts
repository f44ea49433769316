import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { type Sql, sql } from '../../platform/db/db.ts';

/** The columns that identify a player, in rows of other tables. */
export type PlayerRow = { user_id: number; username: string; avatar_url: string | null; level: number };

/** Return a player as all API responses present them. */
export const presentPlayer = (row: PlayerRow): PlayerRef => ({
  id: row.user_id,
  username: row.username,
  avatarUrl: row.avatar_url,
  level: row.level,
});

/**
 * Return a join with the player of each row of `of`, by its `user_id`. It uses a key lookup regardless of the
 * planner's estimate.
 */
export const playerJoinSql = (of: Sql): Sql => sql`
  cross join lateral (
    select u.username, u.avatar_url, ch.level from users u join characters ch on ch.user_id = u.id
    where u.id = ${of}.user_id limit 1
  ) player`;
/** The columns of `playerJoinSql`. */
export const PLAYER_COLUMNS = sql`player.username, player.avatar_url, player.level`;
