import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect, it } from 'vitest';
import { replaceLimits } from './inline-limits.ts';

it.each([
  ['max={LIMITS.forum.title}', `max={(${LIMITS.forum.title})}`],
  ['LIMITS.forum.title - 1', `(${LIMITS.forum.title}) - 1`],
  ["LIMITS.forum.body.toLocaleString('en')", `(${LIMITS.forum.body}).toLocaleString('en')`],
  ['{ rating: LIMITS.gifs.rating }', `{ rating: ("${LIMITS.gifs.rating}") }`],
])('%s is written out', (code, expected) => {
  expect(replaceLimits(code)).toBe(expected);
});

it.each([
  'const { min } = LIMITS.username',
  'LIMITS.mute.ms[duration]',
  'LIMITS.noSuchThing',
  'MORE_LIMITS.comment',
  'other.LIMITS.comment',
  "import { LIMITS } from './limits.ts'",
])('%s stays', (code) => {
  expect(replaceLimits(code)).toBe(code);
});
