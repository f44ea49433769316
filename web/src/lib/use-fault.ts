import { wordsOf } from './errors.ts';
import { useReadError } from './use-read-error.ts';

/** `wordsOf` a failed call; null when none failed. */
export function useFault(thrown: unknown, otherwise: string): string | null {
  const error = useReadError(thrown);
  if (thrown === null || thrown === undefined) return null;
  return error ? wordsOf(error, otherwise) : otherwise;
}
