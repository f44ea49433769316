import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_REFUSALS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { isVisible } from '@rivalhold/shared/visible.ts';
import { invalidFields } from '../../platform/errors.ts';

/**
 * The reason of an act as it is stored: trimmed; null for one that says nothing.
 * @throws AppError invalid beyond 500 characters.
 */
export function reasonOf(sent: string | null | undefined, field = 'reason'): string | null {
  const reason = (sent ?? '').trim();
  if (reason.length > LIMITS.staffReason)
    throw invalidFields({ [field]: TEXTS.reasonLong(LIMITS.staffReason) });
  return isVisible(reason) ? reason : null;
}

/** The same, where one has to be given. Throws AppError invalid without one. */
export function requireReason(sent: string | null | undefined, field = 'reason'): string {
  const reason = reasonOf(sent, field);
  if (reason === null) throw invalidFields({ [field]: TEXTS.reasonMissing });
  return reason;
}
