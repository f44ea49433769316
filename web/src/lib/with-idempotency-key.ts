import { newIdempotencyKey } from './api.ts';
import { isConclusiveError, retryOnce } from './retry-once.ts';

const pendingKeys = new Map<string, { key: string; at: number }>();
/**
 * After this time, the same action counts as a new action: the user has seen the outcome of the first by
 * then.
 */
const KEY_TTL_MS = 5 * 60_000;

/**
 * Run an action with an idempotency key, and reuse the key for five minutes as long as the outcome is
 * unknown, so that retries after a connection failure have no second effect. `action` is the name and all
 * parameters, as JSON. After a rejection or success, the next call uses a new key.
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
