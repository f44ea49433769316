import { newIdempotencyKey } from './api.ts';
import { isAnswer, twice } from './twice.ts';

const unanswered = new Map<string, string>();

/**
 * Does an act under a key of its own, and under the same one again as long as nobody knows whether it was done: what the
 * connection lost is done once, however often it is tried. `act` is its name and all that it would change, as JSON can
 * say it; what was refused, and what is done after, has another key.
 */
export async function actOnce<T>(
  act: readonly unknown[],
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(act);
  const key = unanswered.get(name) ?? newIdempotencyKey();
  unanswered.set(name, key);
  try {
    const answer = await twice(() => send(key));
    unanswered.delete(name);
    return answer;
  } catch (thrown) {
    if (await isAnswer(thrown)) unanswered.delete(name);
    throw thrown;
  }
}
