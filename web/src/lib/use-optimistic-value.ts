import { useState } from 'react';

type Save<V> = (value: V, options: { onSettled: () => void }) => void;

/**
 * What holds, or what was chosen in its place until that is saved or refused; and how to choose, with a mutation's
 * `mutate`. It is shown at once: a box that were to show it a moment later would jump back for that moment.
 */
export function useOptimisticValue<V>(stored: V, save: Save<V>): [shown: V, choose: (value: V) => void] {
  const [chosen, setChosen] = useState<V | null>(null);
  const choose = (value: V) => {
    setChosen(value);
    save(value, { onSettled: () => setChosen(null) });
  };
  return [chosen ?? stored, choose];
}
