import { useRef } from 'react';
import { newIdempotencyKey } from './api.ts';
import { twice } from './twice.ts';

/**
 * Does something once, however often it is tried: the same again after a failure goes by the same key, and what
 * follows once it is done is another.
 */
export function useKeyed<V, R>(call: (what: V, key: string) => Promise<R>): (what: V) => Promise<R> {
  const tried = useRef({ what: '', key: '' });
  return async (what) => {
    const text = JSON.stringify(what);
    if (tried.current.what !== text) tried.current = { what: text, key: newIdempotencyKey() };
    const { key } = tried.current;
    try {
      const answer = await twice(() => call(what, key));
      tried.current = { what: '', key: '' };
      return answer;
    } catch (error) {
      // What the server refused, it refused: the next try is judged anew.
      if (error instanceof Response && error.status < 500) tried.current = { what: '', key: '' };
      throw error;
    }
  };
}
