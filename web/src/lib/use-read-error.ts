import { useEffect, useState } from 'react';
import { type ReadError, readError } from './errors.ts';

/** What a failed call says; null when none failed, and until it is read. */
export function useReadError(thrown: unknown): ReadError | null {
  const [read, setRead] = useState<{ thrown: unknown; error: ReadError } | null>(null);
  useEffect(() => {
    if (thrown === null || thrown === undefined) return undefined;
    let wanted = true;
    void readError(thrown).then((error) => wanted && setRead({ thrown, error }));
    return () => {
      wanted = false;
    };
  }, [thrown]);
  return read && read.thrown === thrown ? read.error : null;
}
