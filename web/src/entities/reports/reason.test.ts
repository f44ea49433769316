import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { expect, it } from 'vitest';
import { buildReason, remainingLength } from './reason.ts';

const [spam] = REPORT_TEXTS.reasons;
const own = REPORT_TEXTS.reasons.at(-1) ?? '';

it('combines the chosen reason and the details into the reason for the report', () => {
  expect(buildReason(spam, '  ')).toEqual({ reason: spam });
  expect(buildReason(spam, ' <b>buy</b> ')).toEqual({ reason: `${spam}: <b>buy</b>` });
  expect(buildReason(own, ' it is odd ')).toEqual({ reason: 'it is odd' });
});

it('returns an error if no reason is chosen, or if required details are missing', () => {
  expect(buildReason(null, 'it is odd')).toEqual({ error: REPORT_TEXTS.choose });
  expect(buildReason(own, ' \n ')).toEqual({ error: REPORT_TEXTS.moreNeeded });
});

it('limits the reason to the server’s maximum length', () => {
  for (const chosen of [spam, own]) {
    const full = 'x'.repeat(remainingLength(chosen));
    const result = buildReason(chosen, full);
    expect('reason' in result && result.reason.length).toBe(LIMITS.reports.reason);
    expect(buildReason(chosen, `${full}x`)).toEqual({ error: REPORT_TEXTS.tooLong });
  }
});
