import { errorText } from './errors.ts';
import { useApiError } from './use-api-error.ts';

/** Return `errorText` for a failed request, or null if there is no error or the response has not been read yet. */
export function useErrorText(thrown: unknown, fallback: string): string | null {
  const apiError = useApiError(thrown);
  return apiError && errorText(apiError, fallback);
}
