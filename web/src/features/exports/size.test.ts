import { expect, it } from 'vitest';
import { sizeWords } from './size.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [1_449_000, '1.4 MB'],
  [312_000_000, '312 MB'],
  [7_200_000_000, '7.2 GB'],
  [9_000_000_000_000, '9000 GB'],
])('%i is %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
