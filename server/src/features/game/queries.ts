import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  join,
  query,
  queryFirst,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

/** A character as stored. Health and energy are the values at the times `health_at` and `energy_at`. */
export const CharacterRow = Type.Object({
  user_id: column.integer,
  level: column.integer,
  experience: column.integer,
  health: column.integer,
  health_at: column.date,
  energy: column.integer,
  energy_at: column.date,
  attack: column.integer,
  defense: column.integer,
  max_health: column.integer,
  coins: column.integer,
  wins: column.integer,
  losses: column.integer,
  /** Number of wins in the week `win_week`. If that week has passed, the player has no wins in the current week yet. */
  weekly_wins: column.integer,
  win_week: column.integer,
  open_started_fights: column.integer,
});
export type CharacterRow = Static<typeof CharacterRow>;

/** The columns of a `CharacterRow`, for a table aliased `c`. */
export const CHARACTER_COLUMNS = sql`c.user_id, c.level, c.experience, c.health, c.health_at, c.energy, c.energy_at,
  c.attack, c.defense, c.max_health, c.coins, c.wins, c.losses, c.weekly_wins, c.win_week, c.open_started_fights`;

/** Return a player's character, unless the account is deleted. */
export async function characterOf(db: DbOrTx, userId: number): Promise<CharacterRow | undefined> {
  return queryFirst(
    db,
    CharacterRow,
    sql`select ${CHARACTER_COLUMNS} from characters c join users u on u.id = c.user_id
     where c.user_id = ${userId} and u.deleted_at is null`,
  );
}

/** Lock characters in order of id, so that two fights cannot deadlock, and return them. */
export async function lockCharacters(tx: Tx, userIds: number[]): Promise<CharacterRow[]> {
  return query(
    tx,
    CharacterRow,
    sql`select ${CHARACTER_COLUMNS} from characters c where user_id = any (${userIds}::bigint[])
     order by user_id for update`,
  );
}

/** SQL for a character's values, in the order in which `updateCharactersSql` expects them. */
const savedValues = (row: CharacterRow): Sql => sql`(${row.user_id}::bigint, ${row.level}::integer,
  ${row.experience}::integer, ${row.health}::integer, ${row.health_at}::timestamptz, ${row.energy}::integer,
  ${row.energy_at}::timestamptz, ${row.attack}::integer, ${row.defense}::integer, ${row.max_health}::integer,
  ${row.wins}::integer, ${row.losses}::integer, ${row.weekly_wins}::integer, ${row.win_week}::integer,
  ${row.open_started_fights}::integer)`;

/**
 * Return SQL that saves characters, as part of a larger statement. Coins are not saved, because only the ledger changes
 * them.
 */
export const updateCharactersSql = (rows: readonly CharacterRow[]): Sql => sql`
  update characters c set level = r.level, experience = r.experience, health = r.health, health_at = r.health_at,
    energy = r.energy, energy_at = r.energy_at, attack = r.attack, defense = r.defense, max_health = r.max_health,
    wins = r.wins, losses = r.losses, weekly_wins = r.weekly_wins, win_week = r.win_week,
    open_started_fights = r.open_started_fights
  from (values ${join(rows.map(savedValues))}) as r (user_id, level, experience, health, health_at, energy, energy_at,
    attack, defense, max_health, wins, losses, weekly_wins, win_week, open_started_fights)
  where c.user_id = r.user_id`;

/** Save a character without its coins. */
export async function saveCharacter(tx: Tx, row: CharacterRow): Promise<void> {
  await execute(tx, updateCharactersSql([row]));
}
