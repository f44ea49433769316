import { newIdempotencyKey } from '../../lib/api.ts';
import { isAnswer, twice } from '../../lib/twice.ts';

const unanswered = new Map<string, string>();

/**
 * Does an act under a key of its own, and under the same one again as long as nobody knows whether it was done: what the
 * connection lost is done once, however often it is tried. `act` names it and what it would change.
 */
export async function actOnce<T>(act: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(act) ?? newIdempotencyKey();
  unanswered.set(act, key);
  try {
    const answer = await twice(() => send(key));
    unanswered.delete(act);
    return answer;
  } catch (thrown) {
    if (await isAnswer(thrown)) unanswered.delete(act);
    throw thrown;
  }
}
