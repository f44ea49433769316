import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useScrolledToEnd } from './use-scrolled-to-end.ts';

/**
 * Render the hook for a list that shows 300 px of its content. Like a browser, the list clamps its scroll
 * position.
 */
function renderList(scrollHeight: number) {
  let top = 0;
  const list = {
    scrollHeight,
    clientHeight: 300,
    get scrollTop() {
      return Math.min(top, this.scrollHeight - this.clientHeight);
    },
    set scrollTop(value: number) {
      top = Math.min(value, this.scrollHeight - this.clientHeight);
    },
  };
  const onEnd = vi.fn();
  const scroller = { current: list as unknown as HTMLElement };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const { result } = renderHook(() => useScrolledToEnd(scroller, onEnd));
  vi.unstubAllGlobals();
  const scrollTo = (scrollTop: number) =>
    act(() => {
      list.scrollTop = scrollTop;
      result.current.onScroll();
    });
  return { list, onEnd, hook: () => result.current, scrollTo };
}

it('stays at the end when rows are added', () => {
  const { list, onEnd, hook } = renderList(1_000);
  expect([list.scrollTop, onEnd.mock.calls.length]).toEqual([700, 1]);
  list.scrollHeight = 1_200;
  act(hook().stay);
  expect(list.scrollTop).toBe(900);
  list.scrollHeight = 1_400;
  act(hook().onScroll);
  expect([list.scrollTop, hook().isAway]).toEqual([1_100, false]);
});

it('stays at the end when the list becomes smaller', () => {
  const { list, hook } = renderList(1_000);
  list.clientHeight = 200;
  act(hook().onScroll);
  expect([list.scrollTop, hook().isAway]).toEqual([800, false]);
});

it('leaves the end when the player scrolls up', () => {
  const { list, hook, scrollTo } = renderList(1_000);
  scrollTo(400);
  expect(hook().isAway).toBe(true);
  scrollTo(700);
  expect(hook().isAway).toBe(false);
  list.scrollTop = 400;
  list.scrollHeight = 1_200;
  act(hook().stay);
  expect([list.scrollTop, hook().isAway]).toEqual([400, true]);
  act(hook().goToEnd);
  expect([list.scrollTop, hook().isAway]).toEqual([900, false]);
});

it('does not scroll back to the end when the player scrolls up a few pixels', () => {
  const { list, hook, scrollTo } = renderList(1_000);
  scrollTo(690);
  expect([list.scrollTop, hook().isAway]).toEqual([690, false]);
});

it('does not return to the end after a jump to another row', () => {
  const { list, hook, scrollTo } = renderList(1_000);
  act(hook().leaveEnd);
  scrollTo(100);
  list.scrollHeight = 1_200;
  act(hook().stay);
  expect([list.scrollTop, hook().isAway]).toEqual([100, true]);
});
