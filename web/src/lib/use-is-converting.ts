import { useEffect, useState } from 'react';

/** The server copies a video that all browsers play within this time (ms); a longer wait is a conversion. */
const COPY_MS = 2_500;

/** Return whether the server is converting a video, all of which has been sent. */
export function useIsConverting(isVideoSent: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isVideoSent) return;
    const timer = setTimeout(() => setIsLate(true), COPY_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isVideoSent]);
  return isVideoSent && isLate;
}
