import { useRef } from 'react';
import { newIdempotencyKey } from './api.ts';

/** The key of an attempt: the same thing tried again goes by the same key until it is `done`, and then by another. */
export function useAttempt() {
  const tried = useRef({ what: '', key: '' });
  const keyOf = (what: unknown): string => {
    const text = JSON.stringify(what);
    if (tried.current.what !== text) tried.current = { what: text, key: newIdempotencyKey() };
    return tried.current.key;
  };
  const done = () => {
    tried.current = { what: '', key: '' };
  };
  return { keyOf, done };
}
