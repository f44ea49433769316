import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';

const OTHER_REASON = REPORT_TEXTS.reasons.at(-1);

/**
 * Return the reason of a report from the chosen option and the written details, or an error if something is
 * missing or too long.
 */
export function buildReason(chosen: string | null, written: string): { reason: string } | { error: string } {
  const detail = written.trim();
  if (chosen === null) return { error: REPORT_TEXTS.choose };
  if (chosen === OTHER_REASON && detail === '') return { error: REPORT_TEXTS.moreNeeded };
  const reason = detail === '' ? chosen : chosen === OTHER_REASON ? detail : `${chosen}: ${detail}`;
  return reason.length > LIMITS.reports.reason ? { error: REPORT_TEXTS.tooLong } : { reason };
}

/** Return the maximum length of the details. The chosen option and the details together form the reason. */
export const remainingLength = (chosen: string | null): number =>
  LIMITS.reports.reason - (chosen === null || chosen === OTHER_REASON ? 0 : chosen.length + ': '.length);
