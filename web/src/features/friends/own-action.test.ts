import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { FriendAction } from './api.ts';
import { FRIEND_ACTION_KEY, isOwnAction } from './own-action.ts';

it('attributes at most one event to each action of this tab', async () => {
  const client = new QueryClient();
  let renewed = () => {};
  const step = new MutationObserver(client, {
    mutationKey: FRIEND_ACTION_KEY,
    mutationFn: async (_: FriendAction) => {},
    onSettled: () => new Promise<void>((done) => (renewed = done)),
  });
  expect(isOwnAction(client, 5)).toBe(false);
  const done = step.mutate({ type: 'ask', userId: 5 });
  expect([isOwnAction(client, 6), isOwnAction(client, 5), isOwnAction(client, 5)]).toEqual([
    false,
    true,
    false,
  ]);
  await new Promise((settled) => setImmediate(settled));
  renewed();
  await done;
  void step.mutate({ type: 'cancel', userId: 5 });
  expect(isOwnAction(client, 5)).toBe(true);
  await new Promise((settled) => setImmediate(settled));
  renewed();
  expect(isOwnAction(client, 5)).toBe(false);
});
