import { useState } from 'react';

const newestOf = (items: readonly { id: number }[]) => items.reduce((most, { id }) => Math.max(most, id), 0);

/**
 * Holds back what arrives after a list was first shown, so that nothing moves what somebody reads. `isOwn` things are
 * shown at once. What is loaded at the other end is older, and always shown.
 */
export function useHeld<T extends { id: number }>(
  items: readonly T[] | undefined,
  isOwn: (item: T) => boolean,
): { shown: readonly T[] | undefined; held: number; reveal: () => void } {
  const [mark, setMark] = useState<number | null>(null);
  // Loaded for the first time, or anew.
  if (items === undefined && mark !== null) setMark(null);
  if (items !== undefined && mark === null) setMark(newestOf(items));
  if (!items || mark === null) return { shown: items, held: 0, reveal: () => undefined };
  const shown = items.filter((item) => item.id <= mark || isOwn(item));
  return { shown, held: items.length - shown.length, reveal: () => setMark(newestOf(items)) };
}
