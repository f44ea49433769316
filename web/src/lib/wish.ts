import { useSyncExternalStore } from 'react';
import { listeners } from './listeners.ts';
import { browserStorage } from './storage.ts';

/** Where storage is blocked a wish holds for this page. */
const wishes = new Map<string, boolean>();
const { subscribe, tell } = listeners();

function read(name: string, otherwise: boolean): boolean {
  const kept = browserStorage.read(name);
  return wishes.get(name) ?? (kept === null ? otherwise : kept === 'on');
}

/** A yes or no that this browser keeps over visits, the same wherever it is asked for; `otherwise` until somebody chooses. */
export function useWish(name: string, otherwise: boolean): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => read(name, otherwise));
  const set = (next: boolean) => {
    wishes.set(name, next);
    browserStorage.write(name, next ? 'on' : 'off');
    tell();
  };
  return [on, set];
}
