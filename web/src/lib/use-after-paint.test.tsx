import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAfterPaint } from './use-after-paint.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('returns a changed value after the browser has had time to paint', () => {
  const { result, rerender } = renderHook(useAfterPaint<string>, { initialProps: 'first' });
  expect(result.current).toBe('first');
  rerender('second');
  expect(result.current).toBe('first');
  act(() => vi.advanceTimersByTime(100));
  expect(result.current).toBe('second');
});

it('skips a value that changes again before it is shown', () => {
  const { result, rerender } = renderHook(useAfterPaint<string>, { initialProps: 'first' });
  rerender('second');
  act(() => vi.advanceTimersByTime(10));
  rerender('third');
  act(() => vi.advanceTimersByTime(30));
  expect(result.current).toBe('first');
  act(() => vi.advanceTimersByTime(100));
  expect(result.current).toBe('third');
});
