import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { expect, it } from 'vitest';
import { reasonOf, roomFor } from './reason.ts';

const [spam] = REPORT_TEXTS.reasons;
const own = REPORT_TEXTS.reasons.at(-1) ?? '';

it('says what was chosen, and what was written beside it', () => {
  expect(reasonOf(spam, '  ')).toEqual({ reason: spam });
  expect(reasonOf(spam, ' <b>buy</b> ')).toEqual({ reason: `${spam}: <b>buy</b>` });
  expect(reasonOf(own, ' it is odd ')).toEqual({ reason: 'it is odd' });
});

it('asks for what is missing', () => {
  expect(reasonOf(null, 'it is odd')).toEqual({ fault: REPORT_TEXTS.choose });
  expect(reasonOf(own, ' \n ')).toEqual({ fault: REPORT_TEXTS.moreNeeded });
});

it('takes as much as the server does, and no more', () => {
  for (const chosen of [spam, own]) {
    const full = 'x'.repeat(roomFor(chosen));
    const said = reasonOf(chosen, full);
    expect('reason' in said && said.reason.length).toBe(LIMITS.reports.reason);
    expect(reasonOf(chosen, `${full}x`)).toEqual({ fault: REPORT_TEXTS.tooLong });
  }
});
