import { REPORT_KINDS } from '@rivalhold/shared/contract/reports.ts';
import { expect, it } from 'vitest';
import { FEATURES } from './index.ts';

it('each report kind belongs to exactly one feature', () => {
  const kinds = FEATURES.flatMap(({ reportable = {} }) => Object.keys(reportable));
  expect(kinds.sort()).toEqual([...REPORT_KINDS].sort());
  expect(new Set(FEATURES.map(({ name }) => name)).size).toBe(FEATURES.length);
});
