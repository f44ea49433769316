import { browserStorage } from '../../lib/storage.ts';

const STORAGE_KEY = 'rivalhold:fight-witness';
const MAX_ENTRIES = 100;

/** The hash of the seed this browser saw when a fight opened, so that the server cannot swap both afterwards. */
type Entry = { id: number; seedHash: string };

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof Entry, unknown>>;
  return typeof entry.id === 'number' && typeof entry.seedHash === 'string';
}

function readEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Store a fight's hash the first time it is seen here; later calls for the same fight change nothing. */
export function saveCommitment(id: number, seedHash: string): void {
  const entries = readEntries();
  if (entries.some((entry) => entry.id === id)) return;
  // Without storage, the fight can still be verified against the server's record.
  browserStorage.write(STORAGE_KEY, JSON.stringify([...entries, { id, seedHash }].slice(-MAX_ENTRIES)));
}

/** Return a fight's stored hash; null if this browser did not see it open. */
export function readCommitment(id: number): string | null {
  return readEntries().find((entry) => entry.id === id)?.seedHash ?? null;
}
