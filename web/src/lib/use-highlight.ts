import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useState } from 'react';

/** Return the id of the highlighted item, or null, and a function that highlights an item for a moment. */
export function useHighlight() {
  const [highlighted, setHighlighted] = useState<number | null>(null);
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), LIMITS.feed.highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return [highlighted, setHighlighted] as const;
}
