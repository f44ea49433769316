import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { STAFF_REFUSALS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import { isStaff, RANKS } from '../../platform/roles.ts';

type Who = { id: number; role: Role };

/**
 * Staff sanction those of a lower rank, and never themselves.
 * @throws AppError forbidden with a text that says which of the two it is.
 */
export function refuseSanction(actor: Who, target: Who): void {
  if (!isStaff(actor)) throw new AppError('forbidden');
  if (actor.id === target.id) throw new AppError('forbidden', TEXTS.oneself);
  if (RANKS[target.role] >= RANKS[actor.role]) throw new AppError('forbidden', TEXTS.rank);
}

/** Whether a sanction that holds is for somebody to change: not one that staff of a higher rank have given. */
export const mayChange = (actor: { role: Role }, givenBy: Role | null): boolean =>
  givenBy === null || RANKS[givenBy] <= RANKS[actor.role];

/** Whether `refuseSanction` lets pass. */
export const maySanction = (actor: Who, target: Who): boolean =>
  isStaff(actor) && actor.id !== target.id && RANKS[target.role] < RANKS[actor.role];

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
