import { browserStorage } from '../../lib/storage.ts';

/** What this browser was shown when a fight began: with it, the server cannot swap seed and hash afterwards. */
export type Witness = { seedHash: string; nonce: string };

const KEY = 'rivalhold:fight-witness';
const KEPT = 100;

type Entry = Witness & { id: number };

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof entry.id === 'number' && typeof entry.seedHash === 'string' && typeof entry.nonce === 'string'
  );
}

function read(): Entry[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Notes what a fight promised when first seen here; a later sight of the same fight changes nothing. */
export function bearWitness(id: number, { seedHash, nonce }: Witness): void {
  const entries = read();
  if (entries.some((entry) => entry.id === id)) return;
  // Where storage is blocked the fight can still be verified against what the server recorded.
  browserStorage.write(KEY, JSON.stringify([...entries, { id, seedHash, nonce }].slice(-KEPT)));
}

/** What was noted of a fight; null if this browser did not see it begin. */
export function witnessOf(id: number): Witness | null {
  return read().find((entry) => entry.id === id) ?? null;
}
