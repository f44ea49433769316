import { notifyManager } from '@tanstack/react-query';
import { useState } from 'react';

type Save<V> = (value: V, options: { onSettled: () => void }) => void;

/**
 * Return the stored value, or the chosen one until it is saved or rejected, and a function that chooses with
 * a mutation's `mutate`. The choice shows immediately: a checkbox that changed later would flicker.
 */
export function useOptimisticValue<V>(stored: V, save: Save<V>): [shown: V, choose: (value: V) => void] {
  const [chosen, setChosen] = useState<V | null>(null);
  const choose = (value: V) => {
    setChosen(value);
    // Queries notify components through the same queue: without it, the old value would flash in between.
    save(value, { onSettled: () => notifyManager.schedule(() => setChosen(null)) });
  };
  return [chosen ?? stored, choose];
}
