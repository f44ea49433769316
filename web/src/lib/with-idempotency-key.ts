import { newIdempotencyKey } from './api.ts';
import { isConclusiveError, retryOnce } from './retry-once.ts';

const pendingKeys = new Map<string, { key: string; at: number }>();
/**
 * After this time (ms), the same action counts as a new action, because by then the user has seen the outcome of the
 * first action.
 */
const KEY_TTL_MS = 5 * 60_000;

/**
 * Run an action with an idempotency key. While the outcome is unknown, reuse the key for up to five minutes, so that a
 * retry after a connection failure has no second effect. After a success or a rejection, the next call uses a new key.
 * `action` is the name of the action and all its parameters, as JSON values.
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
