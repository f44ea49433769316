import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REPEAT_INTERVAL_MS, RepeatedLines } from './repeated-lines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('logs a line once, and then the number of its repetitions every minute', () => {
  const lines = new RepeatedLines();
  const report = vi.fn();
  const isFirst = (key: string) => lines.isFirst(key, report);
  expect([isFirst('a'), isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, false, true]);
  vi.advanceTimersByTime(REPEAT_INTERVAL_MS);
  expect(report.mock.calls).toEqual([[2]]);
  expect([isFirst('a'), isFirst('b')]).toEqual([false, true]);
  vi.advanceTimersByTime(REPEAT_INTERVAL_MS);
  expect(report.mock.calls).toEqual([[2], [1]]);
  vi.advanceTimersByTime(REPEAT_INTERVAL_MS);
  expect(report).toHaveBeenCalledTimes(2);
  expect(isFirst('a')).toBe(true);
});
