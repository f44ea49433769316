import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useState } from 'react';

/** The id of what somebody came for, marked for a moment and then null again; and how to mark another. */
export function useHighlight() {
  const [highlighted, setHighlighted] = useState<number | null>(null);
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), LIMITS.feed.highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return [highlighted, setHighlighted] as const;
}
