import { browserStorage } from '../../lib/storage.ts';

/** What this browser was shown when a fight began: with it, the server cannot swap seed and hash afterwards. */
export type FightCommitment = { seedHash: string; nonce: string };

const STORAGE_KEY = 'rivalhold:fight-witness';
const MAX_ENTRIES = 100;

type Entry = FightCommitment & { id: number };

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof entry.id === 'number' && typeof entry.seedHash === 'string' && typeof entry.nonce === 'string'
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

/** Notes what a fight promised when first seen here; a later sight of the same fight changes nothing. */
export function saveCommitment(id: number, { seedHash, nonce }: FightCommitment): void {
  const entries = readEntries();
  if (entries.some((entry) => entry.id === id)) return;
  // Where storage is blocked the fight can still be verified against what the server recorded.
  browserStorage.write(
    STORAGE_KEY,
    JSON.stringify([...entries, { id, seedHash, nonce }].slice(-MAX_ENTRIES)),
  );
}

/** What was noted of a fight; null if this browser did not see it begin. */
export function readCommitment(id: number): FightCommitment | null {
  return readEntries().find((entry) => entry.id === id) ?? null;
}
