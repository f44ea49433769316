import { wordsOf } from './errors.ts';
import { useReadError } from './use-read-error.ts';

/** `wordsOf` a failed call; null when none failed, and until it is read. */
export function useFault(thrown: unknown, otherwise: string): string | null {
  const error = useReadError(thrown);
  return error && wordsOf(error, otherwise);
}
