import { useEffect, useState } from 'react';

/**
 * If all browsers can play a video, the server only copies it, which takes at most this time (ms). If the response
 * takes longer, the server is converting the video.
 */
const COPY_MS = 2_500;

/** Return whether the server is converting a video that was sent completely. */
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
