import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Return the whole seconds until a time, counted down; 0 without a time. */
export function useSecondsUntil(at: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - now) / SECOND_MS));
}
