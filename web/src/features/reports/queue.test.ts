import { expect, it } from 'vitest';
import { adjacentReport } from './queue.ts';

const queue = [{ id: 7 }, { id: 3 }, { id: 9 }];

it('returns the next or previous report in queue order, and null at the ends', () => {
  expect(adjacentReport(queue, 7, 1, 0)).toBe(3);
  expect(adjacentReport(queue, 9, -1, 2)).toBe(3);
  expect(adjacentReport(queue, 9, 1, 2)).toBeNull();
  expect(adjacentReport(queue, 7, -1, 0)).toBeNull();
});

it('continues at the former position of a report that has left the queue', () => {
  expect(adjacentReport(queue, 5, 1, 1)).toBe(3);
  expect(adjacentReport(queue, 5, -1, 1)).toBe(7);
  expect(adjacentReport(queue, 5, -1, 0)).toBe(7);
  expect(adjacentReport(queue, 5, 1, 3)).toBeNull();
});

it('starts at the first report if none is selected', () => {
  expect(adjacentReport(queue, null, 1, 0)).toBe(7);
  expect(adjacentReport(queue, null, -1, 0)).toBe(7);
  expect(adjacentReport([], null, 1, 0)).toBeNull();
});
