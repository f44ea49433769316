import { expect, it } from 'vitest';
import { BatchLoader } from './batch-loader.ts';

function createLoader() {
  const waiting: ((fail: boolean) => void)[] = [];
  let callCount = 0;
  const loader = new BatchLoader(() => {
    const number = ++callCount;
    return new Promise<number>((resolve, reject) => {
      waiting.push((fail) => (fail ? reject(new Error('away')) : resolve(number)));
    });
  });
  const finish = async (fail = false) => {
    waiting.shift()?.(fail);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { loader, finish, callCount: () => callCount };
}

it('combines the calls made during a batch into the next batch', async () => {
  const { loader, finish, callCount } = createLoader();
  const first = loader.load();
  const later = [loader.load(), loader.load(), loader.load()];
  expect(callCount()).toBe(1);
  await finish();
  expect(await first).toBe(1);
  expect(callCount()).toBe(2);
  const latest = loader.load();
  await finish();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await finish();
  expect(await latest).toBe(3);
  const alone = loader.load();
  await finish();
  expect(await alone).toBe(4);
});

it('loads the next batch after a failure', async () => {
  const { loader, finish } = createLoader();
  const first = loader.load();
  const next = loader.load();
  const refused = expect(first).rejects.toThrow('away');
  await finish(true);
  await refused;
  await finish();
  expect(await next).toBe(2);
});

it('passes the keys of all calls in a batch to the load function', async () => {
  const read: string[][] = [];
  const loader = new BatchLoader(async (asked: string[]) => {
    read.push(asked);
    return asked.length;
  });
  const answers = ['a', 'b', 'c'].map((asked) => loader.load(asked));
  expect(await Promise.all(answers)).toEqual([1, 2, 2]);
  expect(read).toEqual([['a'], ['b', 'c']]);
});

it('gives each caller the value for its key', async () => {
  let release = () => {};
  const loader = new BatchLoader(async (asked: string[]) => {
    if (asked.includes('first')) await new Promise<void>((resolve) => (release = resolve));
    return [...asked];
  });
  const answers: [string, Promise<string[]>][] = [];
  const ask = (wanted: string) => answers.push([wanted, loader.load(wanted)]);
  ask('first');
  ask('waiting');
  release();
  // Call `load` in each of the following microtasks, while the first batch ends and the next batch begins.
  for (let turn = 0; turn < 12; turn++) {
    ask(`turn ${turn}`);
    await null;
  }
  for (const [wanted, answer] of answers) expect(await answer).toContain(wanted);
});
