import { expect, it } from 'vitest';
import { readPaymentSearch } from './search.ts';

it('reads a valid payment id from the URL, and ignores an invalid id', () => {
  expect(readPaymentSearch({ session_id: 'cs_test_a1-B2' })).toEqual({ session_id: 'cs_test_a1-B2' });
  for (const session_id of [undefined, 12, '', 'a b', '../x', 'x'.repeat(201), ['cs_1']])
    expect(readPaymentSearch({ session_id })).toEqual({});
});
