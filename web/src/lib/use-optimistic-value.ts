import { notifyManager } from '@tanstack/react-query';
import { useState } from 'react';

type Save<V> = (value: V, options: { onSettled: () => void }) => void;

/**
 * Return the stored value, or the chosen one until it is saved or rejected, and a function that chooses with a
 * mutation's `mutate`. The choice shows at once: a checkbox that changed a moment later would jump back for that moment.
 */
export function useOptimisticValue<V>(stored: V, save: Save<V>): [shown: V, choose: (value: V) => void] {
  const [chosen, setChosen] = useState<V | null>(null);
  const choose = (value: V) => {
    setChosen(value);
    // Queries tell components what was saved through the same queue: without it, the old value would show in between.
    save(value, { onSettled: () => notifyManager.schedule(() => setChosen(null)) });
  };
  return [chosen ?? stored, choose];
}
