import { errorText } from './errors.ts';
import { useApiError } from './use-api-error.ts';

/** Return `errorText` for a failed request. It is null if there is no error, and until the response has been read. */
export function useErrorText(thrown: unknown, fallback: string): string | null {
  const apiError = useApiError(thrown);
  return apiError && errorText(apiError, fallback);
}
