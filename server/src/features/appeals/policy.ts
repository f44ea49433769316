import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { AppealOutcome, DecisionKind } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, ROLE_RANKS, type Viewer } from '@rivalhold/shared/roles.ts';
import { APPEAL_ERRORS as TEXTS } from '@rivalhold/shared/texts/appeals.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import { invalidFieldsError } from '../../platform/errors.ts';

/** The people involved in an appeal. */
export type AppealParties = {
  player: Viewer;
  /** True if only admins can make decisions of this kind. */
  isForAdmins: boolean;
  /**
   * Id and current role of the staff member who decided. For the operator, the id is null and the role is 'admin'. For
   * a deleted account, the role is null.
   */
  decidedBy: { id: number | null; role: Role | null };
  /** True if the site has an active admin other than the reviewer and the player. */
  hasOtherAdmin: boolean;
};

/**
 * Return the reason why a staff member is not allowed to answer an appeal, or null if they are allowed to answer it.
 * Moderators can answer players' appeals against moderators' decisions, except decisions of a kind that only admins can
 * make. Admins can answer all appeals. However, no staff member can answer their own appeal, or an appeal against their
 * own decision. There is one exception: an admin can answer appeals against their own decisions if no other active
 * admin can.
 */
export function reviewerError(
  reviewer: Viewer,
  { player, isForAdmins, decidedBy, hasOtherAdmin }: AppealParties,
): string | null {
  if (!isStaff(reviewer)) return ERROR_TEXTS.forbidden;
  if (reviewer.id === player.id) return TEXTS.ownAppeal;
  const deciderRank = decidedBy.role === null ? 0 : ROLE_RANKS[decidedBy.role];
  if (
    ROLE_RANKS[reviewer.role] < deciderRank ||
    (reviewer.role !== 'admin' && (isForAdmins || isStaff(player)))
  )
    return TEXTS.byAdmins;
  if (reviewer.id === decidedBy.id && (reviewer.role !== 'admin' || hasOtherAdmin)) return TEXTS.ownDecision;
  return null;
}

/**
 * Return the trimmed text of an appeal.
 * @throws AppError `invalid` if it is missing or too long.
 */
export function validateAppeal(sent: string): string {
  const text = sent.trim();
  if (!isVisible(text)) throw invalidFieldsError({ text: TEXTS.textMissing });
  if (text.length > LIMITS.appeal.text) throw invalidFieldsError({ text: TEXTS.textLong });
  return text;
}

type Sanction = { kind: DecisionKind; ends_at: Date | null; ended_at: Date | null };

/** Report whether a decision is in effect. A removal is in effect until it is reversed. */
export const isInEffect = ({ ends_at: endsAt, ended_at: endedAt }: Sanction, now: Date): boolean =>
  endedAt === null && (endsAt === null || endsAt > now);

/**
 * Return the new end of a mute or suspension if the outcome is `changed`. Return null for the other outcomes.
 * @throws AppError `invalid` if the sanction is a removal or has ended, or if the new end is in the past, or is not
 *   earlier than the current end.
 */
export function validateNewEnd(
  decision: Sanction,
  { outcome, until: sent }: { outcome: AppealOutcome; until?: string | null | undefined },
  now: Date,
): Date | null {
  if (outcome !== 'changed') return null;
  if (decision.kind === 'removal' || !isInEffect(decision, now))
    throw invalidFieldsError({ outcome: TEXTS.notChangeable });
  const until = new Date(sent ?? Number.NaN);
  if (!(until > now) || (decision.ends_at && until >= decision.ends_at))
    throw invalidFieldsError({ until: TEXTS.untilEarlier });
  return until;
}
