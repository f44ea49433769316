import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useOutsideChange } from './use-outside-change.ts';

function setUp() {
  const changes: string[] = [];
  const { result, rerender } = renderHook(
    ({ value }) => useOutsideChange(value, (changed) => changes.push(changed)),
    { initialProps: { value: '' } },
  );
  const apply = (...values: string[]) =>
    act(() => {
      for (const value of values) result.current(value);
    });
  return { changes, apply, show: (value: string) => rerender({ value }) };
}

it('reports no change that the caller has applied, even if another change follows before it is shown', () => {
  const { changes, apply, show } = setUp();
  apply('h', 'her', 'hero');
  show('h');
  show('hero');
  expect(changes).toEqual([]);
});

it('reports other changes, also to a value that the caller has applied earlier', () => {
  const { changes, apply, show } = setUp();
  apply('hero');
  show('hero');
  show('');
  show('hero');
  expect(changes).toEqual(['', 'hero']);
});

it('reports a change to a value that was applied but replaced before it was shown', () => {
  const { changes, apply, show } = setUp();
  apply('hero', '', 'hero');
  show('hero');
  show('');
  expect(changes).toEqual(['']);
});

it('reports a change to the initial value if the caller has only applied that value again', () => {
  const { changes, apply, show } = setUp();
  apply('');
  show('rival');
  show('');
  expect(changes).toEqual(['rival', '']);
});
