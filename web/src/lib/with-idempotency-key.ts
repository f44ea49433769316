import { newIdempotencyKey } from './api.ts';
import { isConclusiveError, retryOnce } from './retry-once.ts';

const pendingKeys = new Map<string, { key: string; at: number }>();
/** Who tries the same later than that means another one: what was lost has shown itself by then. */
const KEY_TTL_MS = 5 * 60_000;

/**
 * Does an act under a key of its own, and under the same one again for five minutes, as long as nobody knows whether it was
 * done: what the connection lost is done once, however often it is tried. `action` is its name and all that it would change, as JSON can
 * say it; what was refused, and what is done after, has another key.
 */
export async function withIdempotencyKey<T>(
  action: readonly unknown[],
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const actionId = JSON.stringify(action);
  const now = performance.now();
  const pending = pendingKeys.get(actionId);
  const key = pending && now - pending.at < KEY_TTL_MS ? pending.key : newIdempotencyKey();
  pendingKeys.set(actionId, { key, at: now });
  try {
    const result = await retryOnce(() => send(key));
    pendingKeys.delete(actionId);
    return result;
  } catch (thrown) {
    if (await isConclusiveError(thrown)) pendingKeys.delete(actionId);
    throw thrown;
  }
}
