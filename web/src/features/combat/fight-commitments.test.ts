import { beforeEach, expect, it } from 'vitest';
import { readCommitment, saveCommitment, saveNonce } from './fight-commitments.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
});

it('keeps the first hash of the seed, the latest hash of the inputs, and the nonces of all pages that sent a first move', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: '' });
  saveNonce(7, 'one');
  saveNonce(7, 'two');
  saveNonce(7, 'one');
  saveCommitment({ id: 7, seedHash: 'swapped', inputsHash: 'later' });
  saveNonce(8, 'of a fight that opened elsewhere');
  expect(readCommitment(7)).toEqual({
    ...{ id: 7, seedHash: 'first', inputsHash: 'later' },
    nonces: ['one', 'two'],
  });
  expect(readCommitment(8)).toBeNull();
});

it('keeps the data of only the latest hundred fights', () => {
  for (let id = 1; id <= 101; id++) saveCommitment({ id, seedHash: `hash ${id}`, inputsHash: '' });
  expect(readCommitment(1)).toBeNull();
  expect(readCommitment(101)?.seedHash).toBe('hash 101');
});
