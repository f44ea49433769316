import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import type { Commitment, SentMove } from '@rivalhold/shared/fights/verify.ts';
import { browserStorage } from '../../lib/storage.ts';

const STORAGE_KEY = 'rivalhold:fight-witness';
const MAX_ENTRIES = 100;
/** Maximum number of a player's nonces per fight. Each page opened before the first move has its own nonce. */
const MAX_NONCES = 5;
/** Maximum number of stored hashes per fight. A fight has at most 20 exchanges and a few other inputs. */
const MAX_HASHES = 40;

type Sent = Pick<Commitment, 'nonces' | 'moves'>;
/** `sent` contains the nonces and moves of each player of the fight who used this browser, by the player's id. */
type Entry = Omit<Commitment, keyof Sent> & { id: number; sent: Readonly<Record<number, Sent>> };
/** A fight, and the player who uses this browser. Two players of a fight can use the same browser. */
type Participation = { combatId: number; playerId: number };

const NOTHING_SENT: Sent = { nonces: [], moves: [] };

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isSent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { nonces, moves } = value as Partial<Record<keyof Sent, unknown>>;
  return isStrings(nonces) && Array.isArray(moves);
}

function isEntry(value: unknown): value is Entry {
  if (!isObject(value)) return false;
  const { id, seedHash, inputsHashes, sent } = value as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof id === 'number' &&
    typeof seedHash === 'string' &&
    isStrings(inputsHashes) &&
    isObject(sent) &&
    Object.values(sent).every(isSent)
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

const changeSent = ({ combatId, playerId }: Participation, change: (sent: Sent) => Partial<Sent>): void =>
  writeEntries(
    readEntries().map((entry) => {
      if (entry.id !== combatId) return entry;
      const own = entry.sent[playerId] ?? NOTHING_SENT;
      return { ...entry, sent: { ...entry.sent, [playerId]: { ...own, ...change(own) } } };
    }),
  );

/**
 * Store the hash of a fight's seed when this browser first sees the fight, and each new hash of the inputs. Stored
 * hashes never change, so that the server cannot replace them later.
 */
export function saveCommitment({ id, seedHash, inputsHash }: Pick<Combat, 'id' | 'seedHash' | 'inputsHash'>) {
  const entries = readEntries();
  const known = entries.find((entry) => entry.id === id);
  const hashes = known?.inputsHashes ?? [];
  if (hashes.includes(inputsHash) || hashes.length >= MAX_HASHES) return;
  const entry = { seedHash, sent: {}, ...known, id, inputsHashes: [...hashes, inputsHash] };
  writeEntries(known ? entries.map((other) => (other === known ? entry : other)) : [...entries, entry]);
}

/**
 * Store the nonce that the player is about to send with the first move of a fight. Return false if the nonce is already
 * stored, or if the fight is unknown.
 */
export function saveNonce(player: Participation, nonce: string): boolean {
  const isNew = readCommitment(player)?.nonces.includes(nonce) === false;
  changeSent(player, ({ nonces }) => ({ nonces: [...new Set([...nonces, nonce])].slice(-MAX_NONCES) }));
  return isNew;
}

/** Delete a stored nonce, because the server rejected the move that it was sent with. */
export const deleteNonce = (player: Participation, nonce: string): void =>
  changeSent(player, ({ nonces }) => ({ nonces: nonces.filter((stored) => stored !== nonce) }));

/** Store a player's move that the server accepted. */
export const saveMove = (player: Participation, sent: SentMove): void =>
  changeSent(player, ({ moves }) => ({
    moves: [...moves.filter(({ exchange }) => exchange !== sent.exchange), sent],
  }));

/**
 * Return the hashes that this browser stored about a fight while the fight was open, with the nonces and moves that the
 * player sent from this browser. Return null if this browser stored nothing about the fight.
 */
export function readCommitment({ combatId, playerId }: Participation): Commitment | null {
  const entry = readEntries().find(({ id }) => id === combatId);
  if (!entry) return null;
  const { seedHash, inputsHashes, sent } = entry;
  return { seedHash, inputsHashes, ...(sent[playerId] ?? NOTHING_SENT) };
}
