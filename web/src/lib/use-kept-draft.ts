import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keep, readKept } from './kept.ts';

function read<T extends object>(userId: number, name: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(readKept(userId, name) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

/** What is left of a text once a part of it was sent: what was written behind that while it was on its way. */
export function unsentOf(text: string, sent: string): string {
  const written = text.trimStart();
  return written.startsWith(sent) ? written.slice(sent.length).trimStart() : written;
}

/**
 * What is being written, kept over a reload and until it is sent; `null` empties it, a function is told what is written
 * by now.
 */
export function useKeptDraft<T extends object>(userId: number, name: string, empty: T) {
  const [draft, setDraft] = useState(() => read(userId, name, empty));
  // Also after its screen was left: what was sent by then must not be there again.
  const latest = useRef(draft);
  const change = (patch: Partial<T> | null | ((now: T) => Partial<T>)) => {
    const changed = typeof patch === 'function' ? patch(latest.current) : patch;
    const next = changed === null ? empty : { ...latest.current, ...changed };
    latest.current = next;
    // Drawn before the next key is heard: a field that still shows what was sent would bring it back with that key.
    if (typeof patch === 'function') flushSync(() => setDraft(next));
    else setDraft(next);
    const isEmpty = Object.values(next).every((value) => value === '' || value === null);
    keep(userId, name, isEmpty ? null : JSON.stringify(next));
  };
  return [draft, change] as const;
}
