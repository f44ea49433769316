import { browserStorage } from '../../lib/storage.ts';

/** Values this browser saw at the start of a fight, so that the server cannot swap seed and hash afterwards. */
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

/** Store a fight's commitment the first time it is seen here; later calls for the same fight change nothing. */
export function saveCommitment(id: number, { seedHash, nonce }: FightCommitment): void {
  const entries = readEntries();
  if (entries.some((entry) => entry.id === id)) return;
  // Without storage, the fight can still be verified against the server's record.
  browserStorage.write(
    STORAGE_KEY,
    JSON.stringify([...entries, { id, seedHash, nonce }].slice(-MAX_ENTRIES)),
  );
}

/** Return a fight's stored commitment; null if this browser did not see it start. */
export function readCommitment(id: number): FightCommitment | null {
  return readEntries().find((entry) => entry.id === id) ?? null;
}
