import { readError } from './errors.ts';

const RETRY_DELAY_MS = 400;
/** The server says these before it looks at a key. */
const INCONCLUSIVE_CODES = new Set<string>(['inProgress', 'tooOften', 'unauthenticated', 'csrf']);

/** Whether what was thrown says that nothing was done under its key, by an earlier try neither. */
export const isConclusiveError = async (thrown: unknown): Promise<boolean> =>
  thrown instanceof Response &&
  thrown.status < 500 &&
  !INCONCLUSIVE_CODES.has((await readError(thrown)).code);

/** Does `call`, and once more when the network failed; `onRetry` is told before the second try. */
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
