import { expect, test, vi } from 'vitest';
import { type LikeState, Likes } from './likes.ts';

/** Create a server with a like by another player. Requests wait until they are released. */
function server() {
  const stored: LikeState = { on: false, count: 1 };
  const pending: { pass: () => void; fail: () => void }[] = [];
  const failed = vi.fn();
  const likes = new Likes((_: { id: number }) => SEEN, {
    send: () =>
      new Promise((resolve, reject) =>
        pending.push({
          pass: () => {
            stored.on = !stored.on;
            stored.count += stored.on ? 1 : -1;
            resolve({ ...stored });
          },
          fail: () => reject(new TypeError('offline')),
        }),
      ),
    onError: failed,
  });
  const next = async () => {
    await expect.poll(() => pending.length).toBeGreaterThan(0);
    return pending.shift() as { pass: () => void; fail: () => void };
  };
  return { stored, pending, failed, likes, next };
}
const SEEN = { on: false, count: 1 };

test("shows a pressed like immediately, then the server's response", async () => {
  const { likes, next } = server();
  likes.toggle(1, SEEN);
  expect(likes.shown(1)).toEqual({ on: true, count: 2 });
  (await next()).pass();
  await expect.poll(() => likes.shown(1)).toEqual({ on: true, count: 2 });
});

test.each([
  [2, false],
  [3, true],
  [8, false],
  [9, true],
])('saves the last state after %i presses before the first response', async (presses, on) => {
  const { likes, stored, pending, next } = server();
  for (let press = 0; press < presses; press++) likes.toggle(1, SEEN);
  expect(likes.shown(1)?.on).toBe(on);
  expect(pending).toHaveLength(1);
  (await next()).pass();
  if (!on) (await next()).pass();
  await expect.poll(() => stored.on).toBe(on);
  expect(likes.shown(1)).toEqual({ on, count: on ? 2 : 1 });
});

test('restores the server’s last state after a failure', async () => {
  const { likes, failed, next } = server();
  likes.toggle(1, SEEN);
  likes.toggle(1, SEEN);
  likes.toggle(1, SEEN);
  (await next()).fail();
  await expect.poll(() => likes.shown(1)).toEqual(SEEN);
  expect(failed).toHaveBeenCalledTimes(1);
  likes.toggle(1, SEEN);
  (await next()).pass();
  await expect.poll(() => likes.shown(1)).toEqual({ on: true, count: 2 });
});

test('ignores responses to requests that were sent before a like was saved', async () => {
  const { likes, next } = server();
  const before = Date.now() - 1;
  likes.toggle(1, SEEN);
  likes.reconcile(1, { on: false, count: 7 }, Date.now() + 1);
  expect(likes.shown(1)).toEqual({ on: true, count: 2 });
  (await next()).pass();
  await expect.poll(() => likes.shown(1)).toEqual({ on: true, count: 2 });
  likes.reconcile(1, SEEN, before);
  expect(likes.shown(1)).toEqual({ on: true, count: 2 });
  likes.reconcile(1, { on: true, count: 5 }, Date.now() + 1_000);
  expect(likes.shown(1)).toEqual({ on: true, count: 5 });
});
