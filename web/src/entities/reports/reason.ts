import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';

const OTHER_REASON = REPORT_TEXTS.reasons.at(-1);

/** What a report says of what was chosen and written, or what is missing or too much in it. */
export function buildReason(chosen: string | null, written: string): { reason: string } | { error: string } {
  const detail = written.trim();
  if (chosen === null) return { error: REPORT_TEXTS.choose };
  if (chosen === OTHER_REASON && detail === '') return { error: REPORT_TEXTS.moreNeeded };
  const reason = detail === '' ? chosen : chosen === OTHER_REASON ? detail : `${chosen}: ${detail}`;
  return reason.length > LIMITS.reports.reason ? { error: REPORT_TEXTS.tooLong } : { reason };
}

/** How many characters are left for what is written beside what was chosen. */
export const remainingLength = (chosen: string | null): number =>
  LIMITS.reports.reason - (chosen === null || chosen === OTHER_REASON ? 0 : chosen.length + ': '.length);
