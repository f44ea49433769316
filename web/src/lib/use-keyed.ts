import { isAnswer, twice } from './twice.ts';
import { useAttempt } from './use-attempt.ts';

/**
 * Does something once, however often it is tried: the same again after a failure goes by the same key, and what
 * follows once it is done is another.
 */
export function useKeyed<V, R>(call: (what: V, key: string) => Promise<R>): (what: V) => Promise<R> {
  const attempt = useAttempt();
  return async (what) => {
    const key = attempt.keyOf(what);
    try {
      const answer = await twice(() => call(what, key));
      attempt.done();
      return answer;
    } catch (error) {
      // What the server refused, it refused: the next try is judged anew.
      if (await isAnswer(error)) attempt.done();
      throw error;
    }
  };
}
