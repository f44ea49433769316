import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Sql, sql } from '../../platform/db/db.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';

/** The columns of a query result that describe a player, for example the author of a message. */
export const PlayerRow = Type.Object({
  user_id: column.integer,
  username: column.text,
  avatar_url: Nullable(column.text),
  level: column.integer,
});
export type PlayerRow = Static<typeof PlayerRow>;

/** Convert a row to the player reference that is used in API responses. */
export const presentPlayer = (row: PlayerRow): PlayerRef => ({
  id: row.user_id,
  username: row.username,
  avatarUrl: row.avatar_url,
  level: row.level,
});

/**
 * Return SQL that joins each row of the table `of` with the player whose id is the row's `user_id`. PostgreSQL looks up
 * each player by key, regardless of the planner's estimate.
 */
export const playerJoinSql = (of: Sql): Sql => sql`
  cross join lateral (
    select u.username, u.avatar_url, ch.level, u.role, u.email_verified_at, u.deleted_at, u.created_at as joined_at,
      u.id as account_id
    from users u join characters ch on ch.user_id = u.id
    where u.id = ${of}.user_id limit 1
  ) player`;
/** The columns of a `PlayerRow` that come from `playerJoinSql`. */
export const PLAYER_COLUMNS = sql`player.username, player.avatar_url, player.level`;
/**
 * SQL condition that the account of the player from `playerJoinSql` is no longer new. Only then are the links in this
 * player's texts clickable.
 */
export const authorSettledSql = (site: Site): Sql =>
  settledSql(site, sql`player`, sql`player.joined_at`, sql`player.account_id`);
