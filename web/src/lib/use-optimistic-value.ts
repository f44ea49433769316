import { notifyManager } from '@tanstack/react-query';
import { useState } from 'react';

type Save<V> = (value: V, options: { onSettled: () => void }) => void;

/**
 * Return the value to show, and a function that chooses a value and saves it with a mutation's `mutate`. The chosen
 * value is shown immediately, until it is saved or rejected. A checkbox that changed only after the response would
 * flicker.
 */
export function useOptimisticValue<V>(stored: V, save: Save<V>): [shown: V, choose: (value: V) => void] {
  const [chosen, setChosen] = useState<V | null>(null);
  const choose = (value: V) => {
    setChosen(value);
    // Queries notify components through the queue of `notifyManager`. If the choice were cleared outside this queue,
    // the old value would appear for a moment.
    save(value, { onSettled: () => notifyManager.schedule(() => setChosen(null)) });
  };
  return [chosen ?? stored, choose];
}
