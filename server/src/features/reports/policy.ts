import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import type { ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { REPORT_REFUSALS as TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import { isStaff, RANKS } from '../../platform/roles.ts';
import { reasonOf, requireReason } from '../audit/service.ts';
import type { Party } from './cases.ts';

/** What of the log stands in the history of somebody who was reported. */
export const SANCTIONS: readonly AuditKind[] = [
  'avatar.remove',
  'chat.delete',
  'clip.delete',
  'comment.delete',
  'forumPost.delete',
  'message.delete',
  'mute.begin',
  'mute.end',
  'photo.delete',
  'post.delete',
  'profile.clear',
  'profileComment.delete',
  'report.resolve',
  'suspension.begin',
  'suspension.end',
  'thread.delete',
  'user.warn',
];

/**
 * Staff handle no report about themselves, and none about who stands above them.
 * @throws AppError forbidden.
 */
export function refuseCase(
  actor: Party | undefined,
  reportedId: number,
  reported: Party | undefined,
): asserts actor is Party {
  if (!actor || !isStaff(actor)) throw new AppError('forbidden');
  if (actor.id === reportedId) throw new AppError('forbidden', TEXTS.oneself);
  if (reported && RANKS[reported.role] > RANKS[actor.role]) throw new AppError('forbidden', TEXTS.rank);
}

export type SentResolution = {
  outcome?: ReportOutcome | null;
  text?: string | null;
  duration?: MuteDuration | null;
  until?: string | null;
};
export type Resolution =
  | { outcome: 'dismiss' | 'delete'; reason: string | null }
  | { outcome: 'warn'; reason: string }
  | { outcome: 'mute'; reason: string | null; duration: MuteDuration }
  | { outcome: 'suspend'; reason: string; until: string | null };

/** What is to be done, with all that it needs. Throws AppError invalid with a text for what is missing. */
export function resolutionOf({ outcome, text, duration, until }: SentResolution): Resolution {
  const reason = reasonOf(text, 'text');
  switch (outcome) {
    case 'dismiss':
    case 'delete':
      return { outcome, reason };
    case 'warn':
      return { outcome, reason: requireReason(text, 'text') };
    case 'mute':
      if (!duration) throw invalidFields({ duration: TEXTS.durationMissing });
      return { outcome, reason, duration };
    case 'suspend':
      if (until === undefined) throw invalidFields({ until: TEXTS.untilMissing });
      return { outcome, reason: requireReason(text, 'text'), until };
    default:
      throw invalidFields({ outcome: TEXTS.outcomeMissing });
  }
}
