import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ERRORS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import { invalidFieldsError } from '../../platform/errors.ts';

/**
 * The reason of an act as it is stored: trimmed; null for one that says nothing.
 * @throws AppError invalid beyond 500 characters.
 */
export function toReason(sent: string | null | undefined, field = 'reason'): string | null {
  const reason = (sent ?? '').trim();
  if (reason.length > LIMITS.staffReason)
    throw invalidFieldsError({ [field]: TEXTS.reasonLong(LIMITS.staffReason) });
  return isVisible(reason) ? reason : null;
}

/** The same, where one has to be given. Throws AppError invalid without one. */
export function requireReason(sent: string | null | undefined, field = 'reason'): string {
  const reason = toReason(sent, field);
  if (reason === null) throw invalidFieldsError({ [field]: TEXTS.reasonMissing });
  return reason;
}
