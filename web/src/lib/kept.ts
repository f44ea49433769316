import { listeners } from './listeners.ts';
import { tabStorage } from './storage.ts';

/**
 * What this tab keeps for a player over a reload, such as drafts and what waits to be sent. Without storage it is kept
 * in memory, as long as the page stands.
 */
const memory = new Map<string, string>();
const PREFIX = 'kept:';

const { subscribe, tell } = listeners();
/** Calls `listener` when something that is kept has changed. Returns how to stop. */
export const onKept: (listener: () => void) => () => void = subscribe;

const nameOf = (userId: number, name: string): string => `${PREFIX}${userId}:${name}`;

/** What is kept for a player under a name, or null. */
export function readKept(userId: number, name: string): string | null {
  const full = nameOf(userId, name);
  // A storage that is full keeps what stood there before.
  return memory.get(full) ?? tabStorage.read(full);
}

function put(full: string, value: string | null): void {
  memory.delete(full);
  if (!tabStorage.write(full, value) && value !== null) memory.set(full, value);
  tell();
}

/** Keeps a value for a player under a name; null forgets it. */
export const keep = (userId: number, name: string, value: string | null): void =>
  put(nameOf(userId, name), value);

function names(): string[] {
  try {
    return [...memory.keys(), ...Object.keys(sessionStorage)];
  } catch {
    return [...memory.keys()];
  }
}

/** Forgets all that is kept for a player, who has signed out. */
export function forgetKept(userId: number): void {
  for (const full of names()) if (full.startsWith(nameOf(userId, ''))) put(full, null);
}

/** Forgets all that is kept for anybody else. */
export function keepOnlyFor(userId: number): void {
  for (const full of names())
    if (full.startsWith(PREFIX) && !full.startsWith(nameOf(userId, ''))) put(full, null);
}
