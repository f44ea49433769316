import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { formatLabels } from '@rivalhold/shared/format-list.ts';
import { levelBounds, levelFor, MAX_LEVEL, THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { ADMIN_ERRORS as REFUSALS } from '@rivalhold/shared/texts/admin.ts';
import { CHARACTER_FIELD_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { AppError, throwIfInvalid } from '../../platform/errors.ts';
import { type CharacterRow, withExperience } from '../game/service.ts';

const FIELDS = ['level', 'experience', 'coins', 'energy', 'health', 'attack', 'defense'] as const;
type Field = (typeof FIELDS)[number];
/** The fields to set. Fields that are null or missing stay unchanged. */
export type CharacterEdit = { [F in Field]?: number | null | undefined };

/**
 * Maximum experience that an admin can set: the upper bound of the last level. More experience would have no effect.
 */
const MAX_EXPERIENCE = levelBounds(MAX_LEVEL).upper;

/** Throw AppError `forbidden` if the target is an admin or the caller. */
export function assertNotAdmin(adminId: number, target: Viewer): void {
  if (target.id === adminId) throw new AppError('forbidden', REFUSALS.ownAccount);
  if (target.role === 'admin') throw new AppError('forbidden', REFUSALS.adminAccount);
}

/**
 * Throw an error if an admin cannot give a player this role.
 * @throws AppError `forbidden` if the player is the caller or an admin; `conflict` if the player already has the role,
 *   or if a suspended player would become a moderator.
 */
export function assertRoleChangeAllowed(
  adminId: number,
  target: { id: number; role: Role; suspended: boolean },
  to: 'player' | 'moderator',
): void {
  if (target.id === adminId) throw new AppError('forbidden', REFUSALS.ownRole);
  if (target.role === 'admin') throw new AppError('forbidden', REFUSALS.adminRole);
  if (target.role === to)
    throw new AppError('conflict', to === 'moderator' ? REFUSALS.alreadyModerator : REFUSALS.notModerator);
  if (to === 'moderator' && target.suspended) throw new AppError('conflict', REFUSALS.suspended);
}

/**
 * Apply an admin's edit to a character. Level and experience determine each other, and a new level changes the stats. A
 * field equal to its current value is ignored, even if it exceeds the limits.
 * @returns the edited character and the new coin balance. The balance is null if it does not change.
 * @throws AppError `invalid` with a message for each invalid field.
 */
export function applyEdit(
  row: CharacterRow,
  edit: CharacterEdit,
  now: Date,
): { after: CharacterRow; coins: number | null } {
  const set = (field: Field): number | null => {
    const value = edit[field] ?? null;
    return value === row[field] ? null : value;
  };
  const { level, experience } = { level: edit.level ?? null, experience: edit.experience ?? null };
  const errors: Record<string, string> = {};
  const validate = (field: Field, min: number, max: number) => {
    const value = set(field);
    if (value !== null && (value < min || value > max)) errors[field] = REFUSALS.range(min, max);
  };
  validate('level', 1, MAX_LEVEL);
  validate('experience', 0, MAX_EXPERIENCE);
  if (level !== null && experience !== null && levelFor(experience) !== level)
    errors.level = REFUSALS.levelOfExperience(experience, levelFor(experience));

  const stats = setExperience(row, experience ?? experienceForLevel(row, level));
  validate('coins', 0, LIMITS.adminCoins.max);
  validate('energy', 0, ENERGY_MAX);
  validate('health', 0, stats.max_health);
  for (const field of ['attack', 'defense'] as const) validate(field, 0, LIMITS.adminStat);
  throwIfInvalid(errors);

  const health = set('health');
  const energy = set('energy');
  return {
    after: {
      ...stats,
      attack: set('attack') ?? stats.attack,
      defense: set('defense') ?? stats.defense,
      ...(health !== null && { health, health_at: now }),
      ...(energy !== null && { energy, energy_at: now }),
    },
    coins: set('coins'),
  };
}

/** Return the character's experience if it is within the range of the level, or else the minimum for the level. */
function experienceForLevel(row: CharacterRow, level: number | null): number {
  if (level === null || levelFor(row.experience) === level) return row.experience;
  return THRESHOLDS[level - 1] ?? row.experience;
}

/**
 * Set the experience. A level-up restores the health, as in the game. A level-down lowers the health only if it exceeds
 * the new maximum.
 */
function setExperience(row: CharacterRow, experience: number): CharacterRow {
  const after = withExperience(row, experience - row.experience);
  return after.level < row.level ? { ...after, health: Math.min(row.health, after.max_health) } : after;
}

const LABELS: readonly (Field | 'max_health')[] = [...FIELDS, 'max_health'];

/** Describe the fields that differ between two states of a character, in a form like 'level 3, attack 5'. */
export function changesOf(before: CharacterRow, after: CharacterRow): { before: string; after: string } {
  const changed = LABELS.filter((field) => before[field] !== after[field]);
  const words = (row: CharacterRow) =>
    formatLabels(changed.map((field) => CHARACTER_FIELD_TEXTS[field](row[field])));
  return { before: words(before), after: words(after) };
}
