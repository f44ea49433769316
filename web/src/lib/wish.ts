import { useSyncExternalStore } from 'react';
import { listeners } from './listeners.ts';

/** Where storage is blocked a wish holds for this page. */
const wishes = new Map<string, boolean>();
const { subscribe, tell } = listeners();

function read(name: string, otherwise: boolean): boolean {
  const wish = wishes.get(name);
  if (wish !== undefined) return wish;
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? otherwise : kept === 'on';
  } catch {
    return otherwise;
  }
}

/** A yes or no that this browser keeps over visits, the same wherever it is asked for; `otherwise` until somebody chooses. */
export function useWish(name: string, otherwise: boolean): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => read(name, otherwise));
  const set = (next: boolean) => {
    wishes.set(name, next);
    try {
      localStorage.setItem(name, next ? 'on' : 'off');
    } catch {
      // See above.
    }
    tell();
  };
  return [on, set];
}
