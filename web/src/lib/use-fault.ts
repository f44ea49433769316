import { useReadError } from './use-read-error.ts';

/** What a failed call says: the server's own words, `otherwise` for a failure that nobody foresaw; null when none failed. */
export function useFault(thrown: unknown, otherwise: string): string | null {
  const error = useReadError(thrown);
  if (thrown === null || thrown === undefined) return null;
  const isUnforeseen = !error || error.code === 'internal' || error.code === 'offline';
  return (isUnforeseen ? '' : error.message) || otherwise;
}
