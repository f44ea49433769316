import { beforeEach, expect, it } from 'vitest';
import { deleteNonce, readCommitment, saveCommitment, saveMove, saveNonce } from './fight-commitments.ts';

const MIRA = { combatId: 7, playerId: 1 };
const BRAN = { combatId: 7, playerId: 2 };

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
});

it('keeps the first seed hash of a fight, and adds nonces and moves without duplicates', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  saveNonce(MIRA, 'one');
  saveNonce(MIRA, 'two');
  saveNonce(MIRA, 'one');
  saveMove(MIRA, { exchange: 1, move: 'strike', itemId: null });
  for (const inputsHash of ['start', 'after 1', 'start'])
    saveCommitment({ id: 7, seedHash: 'swapped', inputsHash });
  const elsewhere = { ...MIRA, combatId: 8 };
  saveNonce(elsewhere, 'of a fight that opened elsewhere');
  expect(readCommitment(MIRA)).toEqual({
    ...{ seedHash: 'first', nonces: ['one', 'two'], inputsHashes: ['start', 'after 1'] },
    moves: [{ exchange: 1, move: 'strike', itemId: null }],
  });
  expect(readCommitment(elsewhere)).toBeNull();
});

it('separates the moves and nonces of two players who share a browser', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  const hashes = { seedHash: 'first', inputsHashes: ['start'] };
  const strike = { exchange: 1, move: 'strike', itemId: null } as const;
  const guard = { exchange: 1, move: 'guard', itemId: null } as const;
  saveNonce(MIRA, 'of Mira');
  saveMove(MIRA, strike);
  expect(readCommitment(BRAN)).toEqual({ ...hashes, nonces: [], moves: [] });
  saveNonce(BRAN, 'of Bran');
  saveMove(BRAN, guard);
  deleteNonce(BRAN, 'of Mira');
  expect(readCommitment(MIRA)).toEqual({ ...hashes, nonces: ['of Mira'], moves: [strike] });
  expect(readCommitment(BRAN)).toEqual({ ...hashes, nonces: ['of Bran'], moves: [guard] });
});

it('keeps only the latest five nonces of a player', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  for (let n = 1; n <= 6; n++) saveNonce(MIRA, `nonce ${n}`);
  expect(readCommitment(MIRA)?.nonces).toEqual([2, 3, 4, 5, 6].map((n) => `nonce ${n}`));
});

it('ignores invalid stored entries', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  saveNonce(MIRA, 'n0nce');
  const [[key, valid]] = [...stored] as [[string, string]];
  for (const broken of [
    '[null]',
    '{}',
    '[',
    valid.replace('"n0nce"', '7'),
    valid.replace('"moves":[]', '"moves":7'),
  ]) {
    stored.set(key, broken);
    expect(readCommitment(MIRA)).toBeNull();
  }
});

it('keeps the earliest hashes of a fight when the maximum number is reached', () => {
  for (let n = 0; n < 100; n++) saveCommitment({ id: 7, seedHash: 'first', inputsHash: `hash ${n}` });
  expect(readCommitment(MIRA)?.inputsHashes.slice(0, 2)).toEqual(['hash 0', 'hash 1']);
});

it('keeps the data of only the latest hundred fights', () => {
  for (let id = 1; id <= 101; id++) saveCommitment({ id, seedHash: `hash ${id}`, inputsHash: '' });
  expect(readCommitment({ ...MIRA, combatId: 1 })).toBeNull();
  expect(readCommitment({ ...MIRA, combatId: 101 })?.seedHash).toBe('hash 101');
});

it('deletes a nonce that the server rejected', () => {
  saveCommitment({ id: 7, seedHash: 'first', inputsHash: 'start' });
  expect(['accepted', 'rejected', 'accepted'].map((nonce) => saveNonce(MIRA, nonce))).toEqual([
    true,
    true,
    false,
  ]);
  deleteNonce(MIRA, 'rejected');
  expect(readCommitment(MIRA)?.nonces).toEqual(['accepted']);
});
