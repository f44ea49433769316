import { newIdempotencyKey } from './api.ts';
import { isAnswer, twice } from './twice.ts';

const unanswered = new Map<string, { key: string; at: number }>();
/** Who tries the same later than that means another one: what was lost has shown itself by then. */
const SAME_MS = 5 * 60_000;

/**
 * Does an act under a key of its own, and under the same one again for five minutes, as long as nobody knows whether it was
 * done: what the connection lost is done once, however often it is tried. `act` is its name and all that it would change, as JSON can
 * say it; what was refused, and what is done after, has another key.
 */
export async function actOnce<T>(
  act: readonly unknown[],
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(act);
  const at = performance.now();
  const before = unanswered.get(name);
  const key = before && at - before.at < SAME_MS ? before.key : newIdempotencyKey();
  unanswered.set(name, { key, at });
  try {
    const answer = await twice(() => send(key));
    unanswered.delete(name);
    return answer;
  } catch (thrown) {
    if (await isAnswer(thrown)) unanswered.delete(name);
    throw thrown;
  }
}
