const RETRY_AFTER_MS = 400;

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
