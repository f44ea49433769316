import { useRef, useState } from 'react';
import { keep, readKept } from './kept.ts';

function read<T extends object>(userId: number, name: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(readKept(userId, name) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

/** What is being written, kept over a reload and until it is sent; `null` empties it. */
export function useKeptDraft<T extends object>(userId: number, name: string, empty: T) {
  const [draft, setDraft] = useState(() => read(userId, name, empty));
  // Also after its screen was left: what was sent by then must not be there again.
  const latest = useRef(draft);
  const change = (patch: Partial<T> | null) => {
    const next = patch === null ? empty : { ...latest.current, ...patch };
    latest.current = next;
    setDraft(next);
    const isEmpty = Object.values(next).every((value) => value === '' || value === null);
    keep(userId, name, isEmpty ? null : JSON.stringify(next));
  };
  return [draft, change] as const;
}
