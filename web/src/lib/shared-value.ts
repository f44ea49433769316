import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export type SharedValue<T> = {
  get: () => T;
  set: (next: T) => void;
  /** Call `listener` after each change. Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void;
};

/** Create a value that is shared between components and outlives them. */
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

/** Return the current value of a shared value, and rerender when it changes. */
export const useShared = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get);
