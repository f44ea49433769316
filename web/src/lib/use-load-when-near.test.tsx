import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLoadWhenNear } from './use-load-when-near.ts';

afterEach(() => vi.unstubAllGlobals());

it('loads no page if the end of the list is no longer near at the last of several changes', () => {
  let report: (near: readonly boolean[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: readonly { isIntersecting: boolean }[]) => void) {
        report = (near) => act(() => callback(near.map((isIntersecting) => ({ isIntersecting }))));
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const load = vi.fn();
  const target = { current: document.body };
  renderHook(() => useLoadWhenNear(target, { margin: '0px', ready: true, load }));
  report([true, false]);
  expect(load).not.toHaveBeenCalled();
  report([false, true]);
  expect(load).toHaveBeenCalledOnce();
});
