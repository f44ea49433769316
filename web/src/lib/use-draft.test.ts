import { expect, it } from 'vitest';
import { unsentText } from './use-draft.ts';

it('returns the text added after the sent part, or all of a rewritten text', () => {
  expect(unsentText('Seen before.', 'Seen before.')).toBe('');
  expect(unsentText(' Seen before. And', 'Seen before.')).toBe('And');
  expect(unsentText('Not seen before.', 'Seen before.')).toBe('Not seen before.');
  expect(unsentText('', 'Seen before.')).toBe('');
});
