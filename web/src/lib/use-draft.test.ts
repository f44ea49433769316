import { expect, it } from 'vitest';
import { unsentText } from './use-draft.ts';

it('removes the sent text from the start of a draft', () => {
  expect(unsentText('Seen before.', 'Seen before.')).toBe('');
  expect(unsentText(' Seen before. And', 'Seen before.')).toBe('And');
  expect(unsentText('Not seen before.', 'Seen before.')).toBe('Not seen before.');
  expect(unsentText('', 'Seen before.')).toBe('');
});
