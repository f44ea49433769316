import { expect, it } from 'vitest';
import { restoredDraft } from './restored-draft.ts';

it('restores a failed draft and keeps text written in the meantime', () => {
  expect(restoredDraft('lost', ' ')).toBe('lost');
  expect(restoredDraft('lost', 'new')).toBe('lost\nnew');
});
