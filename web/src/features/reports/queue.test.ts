import { expect, it } from 'vitest';
import { adjacentReport } from './queue.ts';

const queue = [{ id: 7 }, { id: 3 }, { id: 9 }];

it('goes from report to report in the order of the queue, and stops at its ends', () => {
  expect(adjacentReport(queue, 7, 1, 0)).toBe(3);
  expect(adjacentReport(queue, 9, -1, 2)).toBe(3);
  expect(adjacentReport(queue, 9, 1, 2)).toBeNull();
  expect(adjacentReport(queue, 7, -1, 0)).toBeNull();
});

it('goes on from where the chosen one stood when it has left the queue', () => {
  expect(adjacentReport(queue, 5, 1, 1)).toBe(3);
  expect(adjacentReport(queue, 5, -1, 1)).toBe(7);
  expect(adjacentReport(queue, 5, -1, 0)).toBe(7);
  expect(adjacentReport(queue, 5, 1, 3)).toBeNull();
});

it('begins at the first where none was chosen', () => {
  expect(adjacentReport(queue, null, 1, 0)).toBe(7);
  expect(adjacentReport(queue, null, -1, 0)).toBe(7);
  expect(adjacentReport([], null, 1, 0)).toBeNull();
});
