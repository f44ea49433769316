import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('does one thing at a time, and lets owners take turns', async () => {
  const queue = new FairQueue();
  const done: string[] = [];
  let atOnce = 0;
  const add = (owner: number, name: string) =>
    queue.add(owner, async () => {
      expect(++atOnce).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      done.push(name);
      return name;
    });
  const all = [add(1, 'a1'), add(1, 'a2'), add(1, 'a3'), add(2, 'b1'), add(3, 'c1'), add(2, 'b2')];
  expect(queue.waiting).toBe(5);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('goes on after what failed', async () => {
  const queue = new FairQueue();
  const failed = queue.add(1, async () => {
    throw new Error('no');
  });
  const next = queue.add(1, async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect([await next, await queue.add(2, async () => 'later')]).toEqual(['yes', 'later']);
});
