import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import type { Commitment, SentMove } from '@rivalhold/shared/fights/verify.ts';
import { browserStorage } from '../../lib/storage.ts';

const STORAGE_KEY = 'rivalhold:fight-witness';
const MAX_ENTRIES = 100;
/** Maximum number of stored nonces per fight. Each page that is opened before the first move has its own nonce. */
const MAX_NONCES = 5;
/** Maximum number of stored hashes per fight. A fight has at most 20 exchanges and a few other inputs. */
const MAX_HASHES = 40;

type Entry = Commitment & { id: number };

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, seedHash, nonces, inputsHashes, moves } = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof id === 'number' &&
    typeof seedHash === 'string' &&
    isStrings(nonces) &&
    isStrings(inputsHashes) &&
    Array.isArray(moves)
  );
}

function readEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

// Ignore failed writes: without storage, the fight can still be verified against the server's record.
const writeEntries = (entries: readonly Entry[]): void =>
  void browserStorage.write(STORAGE_KEY, JSON.stringify(entries.slice(-MAX_ENTRIES)));

const changeEntry = (id: number, change: (entry: Entry) => Partial<Entry>): void =>
  writeEntries(readEntries().map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry)));

/**
 * Store the hash of a fight's seed when this browser first sees the fight, and each new hash of the inputs. Stored
 * hashes never change, so that the server cannot replace them later.
 */
export function saveCommitment({ id, seedHash, inputsHash }: Pick<Combat, 'id' | 'seedHash' | 'inputsHash'>) {
  const entries = readEntries();
  const known = entries.find((entry) => entry.id === id);
  const hashes = known?.inputsHashes ?? [];
  if (hashes.includes(inputsHash) || hashes.length >= MAX_HASHES) return;
  const entry = { seedHash, nonces: [], moves: [], ...known, id, inputsHashes: [...hashes, inputsHash] };
  writeEntries(known ? entries.map((other) => (other === known ? entry : other)) : [...entries, entry]);
}

/**
 * Store the nonce that is about to be sent with the first move of a fight. Return false if the nonce is already stored,
 * or if the fight is unknown.
 */
export function saveNonce(id: number, nonce: string): boolean {
  const isNew = readCommitment(id)?.nonces.includes(nonce) === false;
  changeEntry(id, ({ nonces }) => ({ nonces: [...new Set([...nonces, nonce])].slice(-MAX_NONCES) }));
  return isNew;
}

/** Delete a stored nonce, because the server rejected the move that it was sent with. */
export const deleteNonce = (id: number, nonce: string): void =>
  changeEntry(id, ({ nonces }) => ({ nonces: nonces.filter((stored) => stored !== nonce) }));

/** Store a move that the server accepted. */
export const saveMove = (id: number, sent: SentMove): void =>
  changeEntry(id, ({ moves }) => ({
    moves: [...moves.filter(({ exchange }) => exchange !== sent.exchange), sent],
  }));

/** Return what this browser stored about a fight while the fight was open, or null if it stored nothing. */
export const readCommitment = (id: number): Commitment | null =>
  readEntries().find((entry) => entry.id === id) ?? null;
