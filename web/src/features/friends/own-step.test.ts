import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { FriendStep } from './api.ts';
import { isOwnStep, STEP_KEY } from './own-step.ts';

it('knows the event of its own step, once, while the lists are not yet renewed', async () => {
  const client = new QueryClient();
  let renewed = () => {};
  const step = new MutationObserver(client, {
    mutationKey: STEP_KEY,
    mutationFn: async (_: FriendStep) => {},
    onSettled: () => new Promise<void>((done) => (renewed = done)),
  });
  expect(isOwnStep(client, 5)).toBe(false);
  const done = step.mutate({ type: 'ask', userId: 5 });
  expect([isOwnStep(client, 6), isOwnStep(client, 5), isOwnStep(client, 5)]).toEqual([false, true, false]);
  await new Promise((settled) => setImmediate(settled));
  renewed();
  await done;
  void step.mutate({ type: 'cancel', userId: 5 });
  expect(isOwnStep(client, 5)).toBe(true);
  await new Promise((settled) => setImmediate(settled));
  renewed();
  expect(isOwnStep(client, 5)).toBe(false);
});
