import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('runs one task at a time and alternates between owners', async () => {
  const queue = new FairQueue();
  const done: string[] = [];
  let concurrency = 0;
  const add = (owner: number, name: string) =>
    queue.add(owner, async () => {
      expect(++concurrency).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      concurrency--;
      done.push(name);
      return name;
    });
  const all = [add(1, 'a1'), add(1, 'a2'), add(1, 'a3'), add(2, 'b1'), add(3, 'c1'), add(2, 'b2')];
  expect(queue.waiting).toBe(5);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('runs the next task after a failure', async () => {
  const queue = new FairQueue();
  const failed = queue.add(1, async () => {
    throw new Error('no');
  });
  const next = queue.add(1, async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect([await next, await queue.add(2, async () => 'later')]).toEqual(['yes', 'later']);
});

it('runs several tasks concurrently, up to the limits in total and per owner', async () => {
  const queue = new FairQueue({ concurrency: 3, perOwner: 2 });
  const ends: Record<string, () => void> = {};
  const add = (owner: number, name: string) =>
    queue.add(owner, () => new Promise<string>((resolve) => (ends[name] = () => resolve(name))));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name.charCodeAt(0), name));
  expect(Object.keys(ends)).toEqual(['a1', 'a2', 'b1']);
  expect(queue.waiting).toBe(3);
  ends.b1?.();
  await all[3];
  await expect.poll(() => Object.keys(ends)).toEqual(['a1', 'a2', 'b1', 'b2']);
  ends.a1?.();
  await expect.poll(() => Object.keys(ends).slice(4)).toEqual(['a3']);
  for (const name of ['a2', 'b2', 'a3']) ends[name]?.();
  await expect.poll(() => Object.keys(ends).slice(5)).toEqual(['c1']);
  ends.c1?.();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

it('drops a waiting task when its abort signal fires', async () => {
  const queue = new FairQueue();
  const timer = new AbortController();
  let end = () => {};
  const begun = queue.add(1, () => new Promise<void>((resolve) => (end = resolve)), timer.signal);
  const done: string[] = [];
  const given = queue.add(1, async () => done.push('given'), timer.signal);
  const next = queue.add(1, async () => 'next');
  timer.abort(new Error('late'));
  await expect(given).rejects.toThrow('late');
  expect(queue.waiting).toBe(1);
  await expect(queue.add(1, async () => {}, timer.signal)).rejects.toThrow('late');
  end();
  await begun;
  expect([await next, done, queue.waiting]).toEqual(['next', [], 0]);
});

it('is full for an owner with too many tasks, or for all owners if too many are waiting', async () => {
  const queue = new FairQueue({ perOwner: 1, maxWaiting: 2, maxOfOwner: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const fullFor = () => [1, 2].filter((owner) => queue.isFull(owner));
  const all = [queue.add(1, () => promise)];
  expect(fullFor()).toEqual([]);
  all.push(queue.add(1, () => promise));
  expect(fullFor()).toEqual([1]);
  all.push(queue.add(2, () => promise));
  expect(fullFor()).toEqual([1, 2]);
  resolve();
  await Promise.all(all);
  expect(fullFor()).toEqual([]);
});
