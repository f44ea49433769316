import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withIdempotencyKey } from './with-idempotency-key.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = () => new TypeError('Failed to fetch');
const refusal = (status: number, code: string) => Response.json({ code, message: code }, { status });

/** Run an action whose calls have the given `outcomes`; return the keys of the calls. */
async function keysOf(act: string, outcomes: readonly unknown[]): Promise<string[]> {
  const keys: string[] = [];
  const left = [...outcomes];
  const send = async (key: string) => {
    keys.push(key);
    const outcome = left.shift();
    if (outcome !== 'done') throw outcome;
    return outcome;
  };
  while (left.length > 0) {
    const tried = withIdempotencyKey([act], send).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    await tried;
  }
  return keys;
}

test('retries with the same key after a connection failure', async () => {
  const keys = await keysOf('a', [lost(), lost(), lost(), 'done', 'done']);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
});

test('uses a new key for the same action minutes later', async () => {
  const [lostOne] = await keysOf('later', [lost(), lost()]);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  const [next] = await keysOf('later', ['done']);
  expect(next).not.toBe(lostOne);
});

test.each([
  [503, 'unavailable'],
  [409, 'inProgress'],
  [429, 'tooOften'],
  [401, 'unauthenticated'],
])('keeps the key after the inconclusive error %i %s', async (status, code) => {
  const keys = await keysOf(`b${code}`, [refusal(status, code), 'done']);
  expect(new Set(keys).size).toBe(1);
});

test('uses a new key after a rejection', async () => {
  const [refused, next] = await keysOf('c', [refusal(409, 'conflict'), 'done']);
  expect(next).not.toBe(refused);
  const [one] = await keysOf('d', [refusal(500, 'internal')]);
  const [other] = await keysOf('e', ['done']);
  expect(other).not.toBe(one);
});
