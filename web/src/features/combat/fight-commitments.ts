import type { Commitment } from '@rivalhold/shared/fights/verify.ts';
import { browserStorage } from '../../lib/storage.ts';

const STORAGE_KEY = 'rivalhold:fight-witness';
const MAX_ENTRIES = 100;
/** Maximum number of stored nonces per fight. Each page that is opened before the first move has its own nonce. */
const MAX_NONCES = 5;

type Entry = Commitment & { id: number };

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, seedHash, inputsHash, nonces } = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof id === 'number' &&
    typeof seedHash === 'string' &&
    typeof inputsHash === 'string' &&
    Array.isArray(nonces)
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

/**
 * Store the hash of a fight's seed when this browser first sees the fight, and the latest hash of the inputs. Later
 * calls do not change the hash of the seed.
 */
export function saveCommitment({ id, seedHash, inputsHash }: Omit<Entry, 'nonces'>): void {
  const entries = readEntries();
  const known = entries.find((entry) => entry.id === id);
  if (known?.inputsHash === inputsHash) return;
  const others = entries.filter((entry) => entry !== known);
  writeEntries([...others, { id, seedHash, nonces: [], ...known, inputsHash }]);
}

/** Store the nonce that is about to be sent with the first move of a fight. */
export function saveNonce(id: number, nonce: string): void {
  writeEntries(
    readEntries().map((entry) =>
      entry.id === id && !entry.nonces.includes(nonce)
        ? { ...entry, nonces: [...entry.nonces, nonce].slice(-MAX_NONCES) }
        : entry,
    ),
  );
}

/** Return what this browser stored about a fight while the fight was open, or null if it stored nothing. */
export const readCommitment = (id: number): Commitment | null =>
  readEntries().find((entry) => entry.id === id) ?? null;
