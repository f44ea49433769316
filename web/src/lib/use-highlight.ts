import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useState } from 'react';

/**
 * Return the id of the item to highlight, which becomes null after a moment, and a function that highlights another
 * item.
 */
export function useHighlight() {
  const [highlighted, setHighlighted] = useState<number | null>(null);
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), LIMITS.feed.highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return [highlighted, setHighlighted] as const;
}
