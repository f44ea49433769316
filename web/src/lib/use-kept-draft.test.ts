import { expect, it } from 'vitest';
import { unsentOf } from './use-kept-draft.ts';

it('leaves what was written behind what was sent, and all of what was written anew', () => {
  expect(unsentOf('Seen before.', 'Seen before.')).toBe('');
  expect(unsentOf(' Seen before. And', 'Seen before.')).toBe('And');
  expect(unsentOf('Not seen before.', 'Seen before.')).toBe('Not seen before.');
  expect(unsentOf('', 'Seen before.')).toBe('');
});
