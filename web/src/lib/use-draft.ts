import { useMemo, useSyncExternalStore } from 'react';
import { onPlayerStorageChange, readPlayerValue, writePlayerValue } from './player-storage.ts';

function parseDraft<T extends object>(stored: string | null, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(stored ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

/** Return the text after `sent`, or the whole text if it no longer starts with `sent`. */
export function unsentText(text: string, sent: string): string {
  const written = text.trimStart();
  return written.startsWith(sent) ? written.slice(sent.length).trimStart() : written;
}

/**
 * Store a draft across reloads and unmounting, until the caller clears it. Returns the draft and a setter. The setter
 * takes fields to merge into the draft, a callback that returns such fields for the current draft, or null to clear
 * the draft. `empty` must be a constant.
 */
export function useDraft<T extends object>(userId: number, name: string, empty: T) {
  const stored = useSyncExternalStore(onPlayerStorageChange, () => readPlayerValue(userId, name));
  const draft = useMemo(() => parseDraft(stored, empty), [stored, empty]);
  const change = (patch: Partial<T> | null | ((now: T) => Partial<T>)) => {
    const now = parseDraft(readPlayerValue(userId, name), empty);
    const changed = typeof patch === 'function' ? patch(now) : patch;
    const next = JSON.stringify(changed === null ? empty : { ...now, ...changed });
    writePlayerValue(userId, name, next === JSON.stringify(empty) ? null : next);
  };
  return [draft, change] as const;
}
