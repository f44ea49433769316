import { beforeEach, expect, it } from 'vitest';
import { deleteNonce, readCommitment, saveCommitment, saveMove, saveNonce } from './fight-commitments.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
});

it('keeps the first seed hash of a fight, and all its moves, nonces and input hashes', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  saveNonce(7, 'one');
  saveNonce(7, 'two');
  saveNonce(7, 'one');
  saveMove(7, { exchange: 1, move: 'strike', itemId: null });
  for (const inputsHash of ['start', 'after 1', 'start'])
    saveCommitment({ id: 7, seedHash: 'swapped', inputsHash });
  saveNonce(8, 'of a fight that opened elsewhere');
  expect(readCommitment(7)).toEqual({
    ...{ id: 7, seedHash: 'first', nonces: ['one', 'two'], inputsHashes: ['start', 'after 1'] },
    moves: [{ exchange: 1, move: 'strike', itemId: null }],
  });
  expect(readCommitment(8)).toBeNull();
});

it('does not replace stored hashes, no matter how many hashes follow', () => {
  for (let n = 0; n < 100; n++) saveCommitment({ id: 7, seedHash: 'first', inputsHash: `hash ${n}` });
  expect(readCommitment(7)?.inputsHashes.slice(0, 2)).toEqual(['hash 0', 'hash 1']);
});

it('keeps the data of only the latest hundred fights', () => {
  for (let id = 1; id <= 101; id++) saveCommitment({ id, seedHash: `hash ${id}`, inputsHash: '' });
  expect(readCommitment(1)).toBeNull();
  expect(readCommitment(101)?.seedHash).toBe('hash 101');
});

it('deletes a nonce that the server rejected', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  expect(['accepted', 'rejected', 'accepted'].map((nonce) => saveNonce(7, nonce))).toEqual([
    true,
    true,
    false,
  ]);
  deleteNonce(7, 'rejected');
  expect(readCommitment(7)?.nonces).toEqual(['accepted']);
});
