import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export type SharedValue<T> = {
  get: () => T;
  set: (next: T) => void;
  /** Calls `listener` after each change. Returns how to stop. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that stands outside of components and outlives them. */
export function sharedValue<T>(value: T): SharedValue<T> {
  const { subscribe, notify } = createListeners();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      notify();
    },
    subscribe,
  };
}

/** What it is now, renewed when it changes. */
export const useShared = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get);
