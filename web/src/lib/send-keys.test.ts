import type { KeyboardEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { onSendKeys } from './send-keys.ts';

type Keys = { key?: string; ctrlKey?: boolean; metaKey?: boolean; isComposing?: boolean; isInside?: boolean };
const pressed = (keys: Keys) => {
  const [send, preventDefault] = [vi.fn(), vi.fn()];
  const {
    isComposing = false,
    isInside = true,
    ...event
  } = { key: 'Enter', ctrlKey: false, metaKey: false, ...keys };
  const currentTarget = { contains: () => isInside };
  const keyEvent = { ...event, nativeEvent: { isComposing }, preventDefault, currentTarget };
  onSendKeys(send)(keyEvent as unknown as KeyboardEvent);
  expect(preventDefault).toHaveBeenCalledTimes(send.mock.calls.length);
  return send.mock.calls.length;
};

it('sends on Ctrl+Enter and Cmd+Enter only, and never during text composition', () => {
  expect([pressed({ ctrlKey: true }), pressed({ metaKey: true })]).toEqual([1, 1]);
  expect([pressed({}), pressed({ key: 'a', ctrlKey: true })]).toEqual([0, 0]);
  expect(pressed({ ctrlKey: true, isComposing: true })).toBe(0);
});

it('ignores keys of a nested window that is outside the form in the DOM', () => {
  expect(pressed({ ctrlKey: true, isInside: false })).toBe(0);
});
