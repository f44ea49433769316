import { readError } from './errors.ts';

const RETRY_AFTER_MS = 400;
/** The server says these before it looks at a key. */
const UNDECIDED = new Set<string>(['inProgress', 'tooOften', 'unauthenticated', 'csrf']);

/** Whether what was thrown says that nothing was done under its key, by an earlier try neither. */
export const isAnswer = async (thrown: unknown): Promise<boolean> =>
  thrown instanceof Response && thrown.status < 500 && !UNDECIDED.has((await readError(thrown)).code);

/** Does `call`, and once more when the network failed; `onRetry` is told before the second try. */
export async function twice<T>(call: () => Promise<T>, onRetry?: () => void): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Response) throw error;
    onRetry?.();
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return call();
  }
}
