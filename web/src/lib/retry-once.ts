import { readError } from './errors.ts';

const RETRY_DELAY_MS = 400;
/**
 * Errors that do not show whether an earlier attempt had an effect. Either that attempt might still be running, or the
 * server rejected the latest attempt before looking up the idempotency key.
 */
const INCONCLUSIVE_CODES = new Set<string>(['inProgress', 'tooOften', 'unauthenticated', 'csrf']);

/**
 * Report whether an error proves that neither the failed attempt nor an earlier attempt with the same idempotency key
 * had an effect.
 */
export const isConclusiveError = async (thrown: unknown): Promise<boolean> =>
  thrown instanceof Response &&
  thrown.status < 500 &&
  !INCONCLUSIVE_CODES.has((await readError(thrown)).code);

/** Run `call`, and run it once more if the network failed. `onRetry` is called before the second attempt. */
export async function retryOnce<T>(call: () => Promise<T>, onRetry?: () => void): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Response) throw error;
    onRetry?.();
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return call();
  }
}
