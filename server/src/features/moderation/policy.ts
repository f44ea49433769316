import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { isStaff, RANKS, type Viewer } from '@rivalhold/shared/roles.ts';
import { STAFF_REFUSALS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { invalidFields } from '../../platform/errors.ts';

/** Why somebody may not sanction another, or null: staff sanction those of a lower rank, and never themselves. */
export function sanctionRefusal(actor: Viewer, target: Viewer): string | null {
  if (!isStaff(actor)) return ERRORS.forbidden.message;
  if (actor.id === target.id) return TEXTS.oneself;
  return RANKS[target.role] >= RANKS[actor.role] ? TEXTS.rank : null;
}

/** Whether a sanction that holds is for somebody to change: not one that staff of a higher rank have given. */
export const mayChange = (actor: { role: Role }, givenBy: Role | null): boolean =>
  givenBy === null || RANKS[givenBy] <= RANKS[actor.role];

/** A ban that outlives this is one for good. */
const LONGEST_YEARS = 10;

/**
 * When a suspension ends; null for good.
 * @throws AppError invalid for a time that is past, or more than ten years away.
 */
export function untilOf(sent: string | null, now: Date): Date | null {
  if (sent === null) return null;
  const until = new Date(sent);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + LONGEST_YEARS);
  if (!(until > now)) throw invalidFields({ until: TEXTS.untilPast });
  if (until > last) throw invalidFields({ until: TEXTS.untilFar });
  return until;
}
