import type { AdminStats } from '@rivalhold/shared/contract/admin.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';

/** The stats that admins can set, in display order. */
export const STAT_FIELDS = ['level', 'experience', 'health', 'energy', 'attack', 'defense', 'coins'] as const;
export type StatField = (typeof STAT_FIELDS)[number];
/** The texts of the edited fields, as typed. */
export type StatsDraft = Partial<Record<StatField, string>>;

/** Return the stats that a draft changes, and an error for each invalid field. */
export function diffStats(stats: AdminStats, draft: StatsDraft) {
  const change: Partial<Record<StatField, number>> = {};
  const errors: Partial<Record<StatField, string>> = {};
  for (const field of STAT_FIELDS) {
    const written = draft[field]?.trim();
    if (written === undefined) continue;
    const text = field === 'coins' ? clampCoinsText(written) : written;
    if (!/^-?\d{1,15}$/.test(text)) errors[field] = EDIT_USER_TEXTS.wholeNumber;
    else if (Number(text) !== stats[field]) change[field] = Number(text);
  }
  return { change, errors };
}

/**
 * Parse an amount of coins. Round it down, and clamp it to the range from 0 to `LIMITS.adminCoins.max`. Return 0 for
 * text that is not a number.
 */
export const parseCoins = (text: string): number =>
  Math.min(LIMITS.adminCoins.max, Math.max(0, Math.floor(Number(text)) || 0));

/**
 * Round and clamp an amount as `parseCoins` does, and return it as text. Return text that is not a number unchanged,
 * so that it fails validation.
 */
export const clampCoinsText = (text: string): string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? String(parseCoins(text)) : text;
