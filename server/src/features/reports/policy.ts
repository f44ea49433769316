import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import type { ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { isStaff, rolesAbove, type Viewer } from '@rivalhold/shared/roles.ts';
import { REPORT_ERRORS as TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { requireReason, toReason } from '../audit/service.ts';

/** The kinds of audit log entries that the history of a reported player shows. */
export const SANCTIONS: readonly AuditKind[] = [
  'appeal.answer',
  'avatar.remove',
  'chat.delete',
  'clip.delete',
  'comment.delete',
  'content.restore',
  'content.undo',
  'forumPost.delete',
  'message.delete',
  'mute.begin',
  'mute.end',
  'mute.undo',
  'photo.delete',
  'post.delete',
  'profile.clear',
  'profileComment.delete',
  'report.reopen',
  'report.resolve',
  'suspension.begin',
  'suspension.end',
  'suspension.propose',
  'suspension.reject',
  'suspension.undo',
  'thread.delete',
  'thread.restore',
  'user.warn',
];

/** The author of the reported content. The role is undefined if the account is deleted. */
type ReportedAuthor = { id: number; role: Role | undefined };

/**
 * Return the reason why a staff member must not see or handle a report: it is about themselves, or about staff of a
 * higher rank. Return null if the staff member is allowed to handle the report.
 */
export const staffRestriction = (viewer: Viewer, { id, role }: ReportedAuthor): string | null => {
  if (viewer.id === id) return TEXTS.ownReport;
  return rolesAbove(viewer.role).some((above) => above === role) ? TEXTS.rank : null;
};

/** Throw AppError `forbidden` unless the actor is staff and allowed to see the report. */
export function assertMayHandle<T extends Viewer>(
  actor: T | undefined,
  reported: ReportedAuthor,
): asserts actor is T {
  if (!actor || !isStaff(actor)) throw new AppError('forbidden');
  const refusal = staffRestriction(actor, reported);
  if (refusal !== null) throw new AppError('forbidden', refusal);
}

export type ResolutionInput = {
  outcome?: ReportOutcome | null;
  text?: string | null;
  duration?: MuteDuration | null;
  until?: string | null;
  rule?: Rule | null;
  alsoDelete?: boolean | null;
};
/** A sanction for the author of the content. If `alsoDelete` is true, the content is also deleted. */
type Sanction = { alsoDelete: boolean } & (
  | { outcome: 'warn'; reason: string }
  | { outcome: 'mute'; reason: string | null; duration: MuteDuration }
  | { outcome: 'suspend'; reason: string; until: string | null }
);
export type Resolution = { rule: Rule } & (
  | { outcome: 'dismiss' | 'delete'; reason: string | null }
  | Sanction
);

/**
 * Validate a resolution, including the fields that its outcome requires.
 * @throws AppError `invalid` with a message for the first field that is missing or too long.
 */
export function validateResolution({ outcome, text, duration, until, ...sent }: ResolutionInput): Resolution {
  const alsoDelete = sent.alsoDelete ?? false;
  const rule = sent.rule ?? 'other';
  const reason = toReason(text, 'text');
  switch (outcome) {
    case 'dismiss':
    case 'delete':
      return { outcome, rule, reason };
    case 'warn':
      return { outcome, rule, reason: requireReason(text, 'text'), alsoDelete };
    case 'mute':
      if (!duration) throw invalidFieldsError({ duration: TEXTS.durationMissing });
      return { outcome, rule, reason, duration, alsoDelete };
    case 'suspend':
      if (until === undefined) throw invalidFieldsError({ until: TEXTS.untilMissing });
      return { outcome, rule, reason: requireReason(text, 'text'), until, alsoDelete };
    default:
      throw invalidFieldsError({ outcome: TEXTS.outcomeMissing });
  }
}
