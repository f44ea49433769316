import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { browserStorage } from './storage.ts';

/** Where storage is blocked a wish holds for this page. */
const preferences = new Map<string, boolean>();
const { subscribe, notify } = createListeners();

function readPreference(name: string, fallback: boolean): boolean {
  const stored = browserStorage.read(name);
  return preferences.get(name) ?? (stored === null ? fallback : stored === 'on');
}

/** A yes or no that this browser keeps over visits, the same wherever it is asked for; `fallback` until somebody chooses. */
export function usePreference(name: string, fallback: boolean): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => readPreference(name, fallback));
  const set = (next: boolean) => {
    preferences.set(name, next);
    browserStorage.write(name, next ? 'on' : 'off');
    notify();
  };
  return [on, set];
}
