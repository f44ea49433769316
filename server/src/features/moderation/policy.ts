import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { isStaff, ROLE_RANKS, type Viewer } from '@rivalhold/shared/roles.ts';
import { STAFF_ERRORS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { invalidFieldsError } from '../../platform/errors.ts';

/** Why somebody may not sanction another, or null: staff sanction those of a lower rank, and never themselves. */
export function sanctionError(actor: Viewer, target: Viewer): string | null {
  if (!isStaff(actor)) return ERRORS.forbidden.message;
  if (actor.id === target.id) return TEXTS.oneself;
  return ROLE_RANKS[target.role] >= ROLE_RANKS[actor.role] ? TEXTS.rank : null;
}

/** Whether a sanction that holds is for somebody to change: not one that staff of a higher rank have given. */
export const mayChangeSanction = (actor: { role: Role }, givenBy: Role | null): boolean =>
  givenBy === null || ROLE_RANKS[givenBy] <= ROLE_RANKS[actor.role];

/** A ban that outlives this is one for good. */
const MAX_YEARS = 10;

/**
 * When a suspension ends; null for good.
 * @throws AppError invalid for a time that is past, or more than ten years away.
 */
export function parseSuspensionEnd(sent: string | null, now: Date): Date | null {
  if (sent === null) return null;
  const until = new Date(sent);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + MAX_YEARS);
  if (!(until > now)) throw invalidFieldsError({ until: TEXTS.untilPast });
  if (until > last) throw invalidFieldsError({ until: TEXTS.untilFar });
  return until;
}
