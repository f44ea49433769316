import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useIsConverting } from './use-is-converting.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reports that a video is converting if it is not ready after 3 s', () => {
  const { result, rerender } = renderHook((isSent: boolean) => useIsConverting(isSent), {
    initialProps: false,
  });
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(false);
  rerender(true);
  act(() => vi.advanceTimersByTime(2_000));
  expect(result.current).toBe(false);
  act(() => vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(true);
  rerender(false);
  expect(result.current).toBe(false);
  rerender(true);
  expect(result.current).toBe(false);
});
