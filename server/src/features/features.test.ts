import { DECISION_SCOPES } from '@rivalhold/shared/contract/decisions.ts';
import { REPORT_KINDS } from '@rivalhold/shared/contract/reports.ts';
import { expect, it } from 'vitest';
import { FEATURES } from './index.ts';

it('each kind of reportable content belongs to exactly one feature', () => {
  const kinds = FEATURES.flatMap(({ reportable = {} }) => Object.keys(reportable));
  expect(kinds.sort()).toEqual([...REPORT_KINDS].sort());
  expect(new Set(FEATURES.map(({ name }) => name)).size).toBe(FEATURES.length);
});

it('each kind of restorable content belongs to exactly one feature', () => {
  const notRestorable: string[] = ['publishing', 'account', 'message'];
  const scopes = DECISION_SCOPES.filter((scope) => !notRestorable.includes(scope));
  const kinds = FEATURES.flatMap(({ restorable = {} }) => Object.keys(restorable));
  expect(kinds.sort()).toEqual([...scopes, 'category'].sort());
});

it('a block locks the conversation first, as reading it does', () => {
  expect(FEATURES.find(({ onBlock }) => onBlock)?.name).toBe('dms');
});
