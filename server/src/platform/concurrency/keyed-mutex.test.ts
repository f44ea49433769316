import { afterEach, expect, it, vi } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('rejects calls that waited too long for the lock, and runs the calls after them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = new KeyedMutex();
  const done: string[] = [];
  const say = (line: string) => turns.runExclusive('lobby', async () => void done.push(line));
  const silent = Promise.withResolvers<void>();
  const first = turns.runExclusive('lobby', () => silent.promise);
  const late = [say('one'), say('two')];
  vi.advanceTimersByTime(4_000);
  const inTime = say('three');
  const elsewhere = turns.runExclusive('another', async () => void done.push('elsewhere'));
  await elsewhere;
  vi.advanceTimersByTime(2_000);
  silent.resolve();
  await first;
  for (const one of late) await expect(one).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await inTime;
  expect(done).toEqual(['elsewhere', 'three']);
});
