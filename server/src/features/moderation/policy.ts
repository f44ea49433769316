import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, ROLE_RANKS, type Viewer } from '@rivalhold/shared/roles.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { STAFF_ERRORS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { invalidFieldsError } from '../../platform/errors.ts';

/**
 * Return the reason why a staff member is not allowed to sanction a player, or null if the sanction is
 * allowed. Staff can sanction only players of a lower rank, and never themselves.
 */
export function sanctionError(actor: Viewer, target: Viewer): string | null {
  if (!isStaff(actor)) return ERROR_TEXTS.forbidden;
  if (actor.id === target.id) return TEXTS.self;
  return ROLE_RANKS[target.role] >= ROLE_RANKS[actor.role] ? TEXTS.rank : null;
}

/**
 * Return true if a staff member is allowed to change an active sanction. This is not allowed if staff of a higher rank
 * imposed it.
 */
export const mayChangeSanction = (actor: { role: Role }, givenBy: Role | null): boolean =>
  givenBy === null || ROLE_RANKS[givenBy] <= ROLE_RANKS[actor.role];

/**
 * Time in ms by which a moderator's suspension can exceed the limit of 30 days. Such a tolerance is needed because
 * browsers send whole minutes, and their clocks might be fast.
 */
const ROUNDING_MS = 5 * 60_000;

/** Report whether a suspension with this end is permanent or longer than 30 days, so that only admins can impose it. */
export const isForAdmins = (until: string | null, now: Date): boolean =>
  until === null || Date.parse(until) > now.getTime() + LIMITS.moderatorSuspensionMs + ROUNDING_MS;

/** Maximum length of a temporary suspension in years. */
const MAX_YEARS = 10;

/**
 * Return the end of a suspension, or null if it is permanent.
 * @throws AppError `invalid` for a time in the past or more than ten years away; for moderators, also `invalid` for a
 *   permanent suspension or for more than 30 days.
 */
export function parseSuspensionEnd(sent: string | null, now: Date, role: Role): Date | null {
  const isModerator = role === 'moderator';
  if (sent === null) {
    if (isModerator) throw invalidFieldsError({ until: TEXTS.permanentByAdmins });
    return null;
  }
  const until = new Date(sent);
  if (isModerator && isForAdmins(sent, now)) throw invalidFieldsError({ until: TEXTS.moderatorFar });
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + MAX_YEARS);
  if (!(until > now)) throw invalidFieldsError({ until: TEXTS.untilPast });
  if (until > last) throw invalidFieldsError({ until: TEXTS.untilFar });
  return until;
}
