import { afterEach, expect, it, vi } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('rejects calls that waited too long for the lock of their key', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const mutex = new KeyedMutex();
  const done: string[] = [];
  const enqueue = (line: string) => mutex.runExclusive('lobby', async () => void done.push(line));
  const blocker = Promise.withResolvers<void>();
  const first = mutex.runExclusive('lobby', () => blocker.promise);
  const late = [enqueue('one'), enqueue('two')];
  vi.advanceTimersByTime(4_000);
  const inTime = enqueue('three');
  const elsewhere = mutex.runExclusive('another', async () => void done.push('elsewhere'));
  await elsewhere;
  vi.advanceTimersByTime(2_000);
  blocker.resolve();
  await first;
  for (const one of late) await expect(one).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await inTime;
  expect(done).toEqual(['elsewhere', 'three']);
});
