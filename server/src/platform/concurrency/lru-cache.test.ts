import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';

it('loads the value of a key once for concurrent and later calls', async () => {
  const values = new LruCache<string, number>({ max: 2 });
  let loads = 0;
  const get = () => values.get('a', async () => ++loads);
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  expect(await get()).toBe(1);
  values.clear();
  expect(await get()).toBe(2);
});

it('drops the key that was used least recently', async () => {
  const values = new LruCache<string, string>({ max: 2 });
  const loads: string[] = [];
  const get = (key: string) =>
    values.get(key, async () => {
      loads.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(loads).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps cached values if loading other keys fails', async () => {
  const values = new LruCache<string, string>({ max: 1 });
  await values.get('a', async () => 'first');
  await Promise.allSettled(['b', 'c'].map((key) => values.get(key, () => Promise.reject(new Error('away')))));
  expect(await values.get('a', async () => 'second')).toBe('first');
});

it('loads again after a failure, and after the maximum age', async () => {
  const values = new LruCache<string, string>({ max: 2, maxAgeMs: 0 });
  const failing = values.get('a', async () => {
    throw new Error('away');
  });
  await expect(failing).rejects.toThrow('away');
  expect(await values.get('a', async () => 'first')).toBe('first');
  expect(await values.get('a', async () => 'second')).toBe('second');
});
