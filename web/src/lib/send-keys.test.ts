import type { KeyboardEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { onSendKeys } from './send-keys.ts';

type Keys = {
  key?: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  isComposing?: boolean;
  keyCode?: number;
  isInside?: boolean;
};
const pressed = (keys: Keys) => {
  const [send, preventDefault] = [vi.fn(), vi.fn()];
  const {
    isComposing = false,
    keyCode = 13,
    isInside = true,
    ...event
  } = { key: 'Enter', ctrlKey: false, metaKey: false, ...keys };
  const currentTarget = { contains: () => isInside };
  const keyEvent = { ...event, nativeEvent: { isComposing, keyCode }, preventDefault, currentTarget };
  onSendKeys(send)(keyEvent as unknown as KeyboardEvent);
  expect(preventDefault).toHaveBeenCalledTimes(send.mock.calls.length);
  return send.mock.calls.length;
};

it('sends with Ctrl+Enter and Cmd+Enter only', () => {
  expect([pressed({ ctrlKey: true }), pressed({ metaKey: true })]).toEqual([1, 1]);
  expect([pressed({}), pressed({ key: 'a', ctrlKey: true })]).toEqual([0, 0]);
  expect(pressed({ ctrlKey: true, isComposing: true })).toBe(0);
  expect(pressed({ ctrlKey: true, keyCode: 229 })).toBe(0);
});

it('ignores keys from a dialog that is outside the form in the DOM', () => {
  expect(pressed({ ctrlKey: true, isInside: false })).toBe(0);
});
