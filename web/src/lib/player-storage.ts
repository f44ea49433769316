import { createListeners } from './listeners.ts';
import { tabStorage } from './storage.ts';

/**
 * What this tab keeps for a player over a reload, such as drafts and what waits to be sent. Without storage it is kept
 * in memory, as long as the page stands.
 */
const memoryFallback = new Map<string, string>();
const KEY_PREFIX = 'player:';

const { subscribe, notify } = createListeners();
/** Calls `listener` when something that is kept has changed. Returns how to stop. */
export const onPlayerStorageChange: (listener: () => void) => () => void = subscribe;

const storageKey = (userId: number, name: string): string => `${KEY_PREFIX}${userId}:${name}`;

/** What is kept for a player under a name, or null. */
export function readPlayerValue(userId: number, name: string): string | null {
  const key = storageKey(userId, name);
  // A storage that is full keeps what stood there before.
  return memoryFallback.get(key) ?? tabStorage.read(key);
}

function writeKey(key: string, value: string | null): void {
  memoryFallback.delete(key);
  if (!tabStorage.write(key, value) && value !== null) memoryFallback.set(key, value);
  notify();
}

/** Keeps a value for a player under a name; null forgets it. */
export const writePlayerValue = (userId: number, name: string, value: string | null): void =>
  writeKey(storageKey(userId, name), value);

function allKeys(): string[] {
  try {
    return [...memoryFallback.keys(), ...Object.keys(sessionStorage)];
  } catch {
    return [...memoryFallback.keys()];
  }
}

/** Forgets all that is kept for a player, who has signed out. */
export function clearPlayerValues(userId: number): void {
  for (const key of allKeys()) if (key.startsWith(storageKey(userId, ''))) writeKey(key, null);
}

/** Forgets all that is kept for anybody else. */
export function clearOtherPlayers(userId: number): void {
  for (const key of allKeys())
    if (key.startsWith(KEY_PREFIX) && !key.startsWith(storageKey(userId, ''))) writeKey(key, null);
}
