import { expect, it } from 'vitest';
import { rarestTrigrams } from './text-search.ts';

it('returns the positions of the rarest trigrams of a search text, rarest first', () => {
  const shares = {
    texts: 100,
    shares: new Map([
      ['thr', 0.9],
      ['hre', 0.8],
      ['rea', 0.8],
      ['ead', 0.7],
      ['ad ', 0.6],
      ['d 1', 0.1],
      [' 12', 0.01],
    ]),
  };
  expect(rarestTrigrams('thread 12', shares)).toEqual({ positions: [7, 6, 5], share: 0.01 });
  expect(rarestTrigrams('thread', shares)).toEqual({ positions: [4, 2, 3], share: 0.7 });
  expect(rarestTrigrams('hre', shares)).toEqual({ positions: [1, 1, 1], share: 0.8 });
  expect(rarestTrigrams('ad', { texts: 100, shares: new Map([['ad', 0.5]]) })).toEqual({
    positions: [1, 1, 1],
    share: 0.5,
  });
  expect(rarestTrigrams('a', shares)).toEqual({ positions: [1, 1, 1], share: 0 });
  expect(rarestTrigrams('\u{1f409}thr', shares)).toEqual({ positions: [1, 2, 2], share: 0 });
});
