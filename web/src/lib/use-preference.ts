import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { browserStorage } from './storage.ts';

/** Preferences that were set since the page was opened. Without storage, they last until the page closes. */
const preferences = new Map<string, boolean>();
const { subscribe, notify } = createListeners();

function readPreference(name: string, fallback: boolean): boolean {
  const stored = browserStorage.read(name);
  return preferences.get(name) ?? (stored === null ? fallback : stored === 'on');
}

/** Store a boolean preference in this browser. All components share it. It is `fallback` until the user chooses. */
export function usePreference(name: string, fallback: boolean): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => readPreference(name, fallback));
  const set = (next: boolean) => {
    preferences.set(name, next);
    browserStorage.write(name, next ? 'on' : 'off');
    notify();
  };
  return [on, set];
}
