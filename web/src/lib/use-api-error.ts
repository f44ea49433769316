import { useEffect, useState } from 'react';
import { type ApiError, readError } from './errors.ts';

/** Return the error of a failed request, or null if there is no error or the response has not been read yet. */
export function useApiError(thrown: unknown): ApiError | null {
  const [result, setResult] = useState<{ thrown: unknown; error: ApiError } | null>(null);
  useEffect(() => {
    if (thrown === null || thrown === undefined) return undefined;
    let isCurrent = true;
    void readError(thrown).then((error) => isCurrent && setResult({ thrown, error }));
    return () => {
      isCurrent = false;
    };
  }, [thrown]);
  return result && result.thrown === thrown ? result.error : null;
}
