import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../lib/api.ts';
import { keep, readKept } from '../../lib/kept.ts';

/** A reply that is being written. */
export type ReplyDraft = { text: string; gif: GifChoice | null };
/** A thread that is being written; `categoryId` is '' until one is chosen. */
export type ThreadDraft = ReplyDraft & { title: string; categoryId: string };

export const EMPTY_REPLY: ReplyDraft = { text: '', gif: null };
export const EMPTY_THREAD: ThreadDraft = { ...EMPTY_REPLY, title: '', categoryId: '' };

function read<T extends object>(userId: number, name: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(readKept(userId, name) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

/** What is being written, kept over a reload and until it is sent; `null` empties it. */
export function useKeptDraft<T extends ReplyDraft>(userId: number, name: string, empty: T) {
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

/** The key of an attempt: the same thing sent again after a failure is the same attempt, and stands there once. */
export function useAttempt() {
  const tried = useRef({ body: '', key: '' });
  const keyOf = (body: object) => {
    const text = JSON.stringify(body);
    if (tried.current.body !== text) tried.current = { body: text, key: newIdempotencyKey() };
    return tried.current.key;
  };
  const done = () => {
    tried.current = { body: '', key: '' };
  };
  return { keyOf, done };
}
