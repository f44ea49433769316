import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ERRORS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import { invalidFieldsError } from '../../platform/errors.ts';

/**
 * Trim the reason of a staff action for storage. Return null if the reason has no visible characters.
 * @throws AppError `invalid` if it is longer than 500 characters.
 */
export function toReason(sent: string | null | undefined, field = 'reason'): string | null {
  const reason = (sent ?? '').trim();
  if (reason.length > LIMITS.staffReason)
    throw invalidFieldsError({ [field]: TEXTS.reasonLong(LIMITS.staffReason) });
  return isVisible(reason) ? reason : null;
}

/**
 * Return the required reason of a staff action.
 * @throws AppError `invalid` if it is missing or too long.
 */
export function requireReason(sent: string | null | undefined, field = 'reason'): string {
  const reason = toReason(sent, field);
  if (reason === null) throw invalidFieldsError({ [field]: TEXTS.reasonMissing });
  return reason;
}
