/** Reject if `promise` takes longer than `ms`. Its later outcome is ignored. */
export function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, new Error('No response in time'));
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
