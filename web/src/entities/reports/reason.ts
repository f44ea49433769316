import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';

const OWN_WORDS = REPORT_TEXTS.reasons.at(-1);

/** What a report says of what was chosen and written, or what is missing or too much in it. */
export function reasonOf(chosen: string | null, written: string): { reason: string } | { fault: string } {
  const more = written.trim();
  if (chosen === null) return { fault: REPORT_TEXTS.choose };
  if (chosen === OWN_WORDS && more === '') return { fault: REPORT_TEXTS.moreNeeded };
  const reason = more === '' ? chosen : chosen === OWN_WORDS ? more : `${chosen}: ${more}`;
  return reason.length > LIMITS.reports.reason ? { fault: REPORT_TEXTS.tooLong } : { reason };
}

/** How many characters are left for what is written beside what was chosen. */
export const roomFor = (chosen: string | null): number =>
  LIMITS.reports.reason - (chosen === null || chosen === OWN_WORDS ? 0 : chosen.length + ': '.length);
