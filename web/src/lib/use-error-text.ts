import { errorText } from './errors.ts';
import { useApiError } from './use-api-error.ts';

/** `errorText` a failed call; null when none failed, and until it is read. */
export function useErrorText(thrown: unknown, fallback: string): string | null {
  const apiError = useApiError(thrown);
  return apiError && errorText(apiError, fallback);
}
