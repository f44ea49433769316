import { createListeners } from './listeners.ts';
import { tabStorage } from './storage.ts';

/**
 * Values of a player in this tab, such as drafts and unsent messages, are kept in the tab's storage, so that they
 * survive a reload. This map contains the values that could not be stored there.
 */
const memoryFallback = new Map<string, string>();
const KEY_PREFIX = 'player:';

const { subscribe, notify } = createListeners();
/** Call `listener` when a value has changed. Returns a function that removes the listener. */
export const onPlayerStorageChange: (listener: () => void) => () => void = subscribe;

const storageKey = (userId: number, name: string): string => `${KEY_PREFIX}${userId}:${name}`;

/** Return a player's value by name, or null. */
export function readPlayerValue(userId: number, name: string): string | null {
  const key = storageKey(userId, name);
  // Read memory first. If a write failed because the storage was full, the storage still contains the old value.
  return memoryFallback.get(key) ?? tabStorage.read(key);
}

function writeKey(key: string, value: string | null): void {
  memoryFallback.delete(key);
  if (!tabStorage.write(key, value) && value !== null) memoryFallback.set(key, value);
  notify();
}

/** Store a player's value by name; null deletes it. */
export const writePlayerValue = (userId: number, name: string, value: string | null): void =>
  writeKey(storageKey(userId, name), value);

function allKeys(): string[] {
  try {
    return [...memoryFallback.keys(), ...Object.keys(sessionStorage)];
  } catch {
    return [...memoryFallback.keys()];
  }
}

/** Delete all values of a player who has logged out. */
export function clearPlayerValues(userId: number): void {
  for (const key of allKeys()) if (key.startsWith(storageKey(userId, ''))) writeKey(key, null);
}

/** Delete the values of all players except the player with this id. */
export function clearOtherPlayers(userId: number): void {
  for (const key of allKeys())
    if (key.startsWith(KEY_PREFIX) && !key.startsWith(storageKey(userId, ''))) writeKey(key, null);
}
