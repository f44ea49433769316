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

it('sends by Ctrl+Enter and Cmd+Enter alone, and never a word that is being composed', () => {
  expect([pressed({ ctrlKey: true }), pressed({ metaKey: true })]).toEqual([1, 1]);
  expect([pressed({}), pressed({ key: 'a', ctrlKey: true })]).toEqual([0, 0]);
  expect(pressed({ ctrlKey: true, isComposing: true })).toBe(0);
});

it('sends nothing by the keys of a window that only React has inside', () => {
  expect(pressed({ ctrlKey: true, isInside: false })).toBe(0);
});
