import type { Stats } from '@rivalhold/shared/contract/game.ts';
import { STARTER_ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { levelFor, statsFor } from '@rivalhold/shared/levels/levels.ts';
import {
  ENERGY_MAX,
  ENERGY_PER_HOUR,
  healthPerHour,
  regenerate,
} from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { type DbOrTx, execute, sql, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordActivity } from '../activity/service.ts';
import { assertVisible } from '../blocks/service.ts';
import { moveCoins } from '../coins/service.ts';
import { addItem } from '../inventory/service.ts';
import { type CharacterRow, characterOf, lockCharacters, saveCharacter } from './queries.ts';

export {
  CHARACTER_COLUMNS,
  CharacterRow,
  characterOf,
  lockCharacters,
  saveCharacter,
  updateCharactersSql,
} from './queries.ts';

/**
 * Create the character of a new player with default stats, starting coins and starter items, and record the JOIN
 * activity.
 */
export async function createCharacter(tx: Tx, site: Site, userId: number, at: Date): Promise<void> {
  const stats = statsFor(1);
  await execute(
    tx,
    sql`insert into characters (user_id, level, experience, health, health_at, energy, energy_at,
       attack, defense, max_health)
     values (${userId}, 1, 0, ${stats.maxHealth}, ${at}, ${ENERGY_MAX}, ${at},
       ${stats.attack}, ${stats.defense}, ${stats.maxHealth})`,
  );
  await moveCoins(tx, site, {
    userId,
    amount: LIMITS.startCoins,
    reason: 'start',
    reference: null,
    key: 'start',
    at,
  });
  for (const { itemId, quantity } of STARTER_ITEMS) await addItem(tx, userId, itemId, quantity);
  await recordActivity(tx, site, { type: 'JOIN', ownerId: userId, at });
}

/**
 * Return the character with the health and energy that have regenerated since the character was saved. Health does not
 * regenerate while a fight that the player started is open.
 */
export function withRegeneration(row: CharacterRow, now: Date): CharacterRow {
  const ms = now.getTime();
  const energy = regenerate(row.energy, ENERGY_MAX, row.energy_at.getTime(), ms, ENERGY_PER_HOUR);
  const health =
    row.open_started_fights > 0
      ? { value: row.health, sinceMs: ms }
      : regenerate(row.health, row.max_health, row.health_at.getTime(), ms, healthPerHour(row.max_health));
  return {
    ...row,
    energy: energy.value,
    energy_at: new Date(energy.sinceMs),
    health: health.value,
    health_at: new Date(health.sinceMs),
  };
}

/** Convert a character to stats for API responses. Only the owner sees the balance. */
export function toStats(row: CharacterRow, isOwner: boolean): Stats {
  return {
    health: row.health,
    attack: row.attack,
    defense: row.defense,
    energy: row.energy,
    coins: isOwner ? row.coins : null,
    level: row.level,
    experience: row.experience,
    maxHealth: row.max_health,
    wins: row.wins,
    losses: row.losses,
  };
}

/**
 * Return a player's stats.
 * @throws AppError `notFound` for an unknown player, or if either player has blocked the other.
 */
export async function statsOf(
  db: DbOrTx,
  { userId, viewerId, now }: { userId: number; viewerId: number; now: Date },
): Promise<Stats> {
  const row = await characterOf(db, userId);
  await assertVisible(db, viewerId, userId);
  if (!row) throw new AppError('notFound');
  return toStats(withRegeneration(row, now), userId === viewerId);
}

/**
 * Return the character with added experience. A new level raises the stats by the difference between the two
 * levels' default stats, so changes by staff remain. A new level also restores full health, except while a
 * fight that the player started is open, because that fight uses the character's health.
 */
export function withExperience(row: CharacterRow, gained: number): CharacterRow {
  const experience = row.experience + gained;
  const level = levelFor(experience);
  if (level === row.level) return { ...row, experience };
  const [before, after] = [statsFor(row.level), statsFor(level)];
  const maxHealth = Math.max(1, row.max_health + after.maxHealth - before.maxHealth);
  return {
    ...row,
    experience,
    level,
    attack: Math.max(0, row.attack + after.attack - before.attack),
    defense: Math.max(0, row.defense + after.defense - before.defense),
    max_health: maxHealth,
    health: row.open_started_fights > 0 ? Math.min(row.health, maxHealth) : maxHealth,
  };
}

/** Unix time in ms at which the first Monday of 1970 begins. */
const FIRST_MONDAY_MS = 4 * DAY;

/** Return the number of the week that contains `time`. Weeks begin on Monday at midnight UTC. */
export const weekOf = (time: Date): number => Math.floor((time.getTime() - FIRST_MONDAY_MS) / (7 * DAY));

/** Return the character with one more win, both in total and in the current week. */
export function withWin(row: CharacterRow, at: Date): CharacterRow {
  const week = weekOf(at);
  const before = row.win_week === week ? row.weekly_wins : 0;
  return { ...row, wins: row.wins + 1, weekly_wins: before + 1, win_week: week };
}

/**
 * Add experience outside a fight, and record a LEVEL_UP activity if the level rises.
 * @throws AppError `notFound` for an unknown player.
 */
export async function grantExperience(
  tx: Tx,
  site: Site,
  { userId, amount, at }: { userId: number; amount: number; at: Date },
): Promise<void> {
  const [row] = await lockCharacters(tx, [userId]);
  if (!row) throw new AppError('notFound');
  const before = withRegeneration(row, at);
  const after = withExperience(before, amount);
  await saveCharacter(tx, after);
  await recordLevelUp(tx, site, row, after, at);
}

/** Record a LEVEL_UP activity if a character's level has risen. */
export async function recordLevelUp(
  tx: Tx,
  site: Site,
  before: CharacterRow,
  { user_id: ownerId, level }: CharacterRow,
  at: Date,
): Promise<void> {
  if (level > before.level) await recordActivity(tx, site, { type: 'LEVEL_UP', ownerId, level, at });
}
