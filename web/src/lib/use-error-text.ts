import { errorText } from './errors.ts';
import { useApiError } from './use-api-error.ts';

/** Return `errorText` for a failed request; null without an error and until it is read. */
export function useErrorText(thrown: unknown, fallback: string): string | null {
  const apiError = useApiError(thrown);
  return apiError && errorText(apiError, fallback);
}
