import { expect, it } from 'vitest';
import { repeatInBatches } from './batches.ts';

it.each([
  [7, [3, 3, 1]],
  [6, [3, 3, 0]],
  [0, [0]],
])('processes %d rows in batches of three', async (all, batches) => {
  const rows = Array.from({ length: all });
  const taken: number[] = [];
  await repeatInBatches(3, async (limit) => {
    const some = rows.splice(0, limit);
    taken.push(some.length);
    return some;
  });
  expect(taken).toEqual(batches);
});
