/** Create a set of listeners. Returns a function that adds a listener, and a function that notifies all listeners. */
export function createListeners<T extends unknown[] = []>() {
  const all = new Set<(...args: T) => void>();
  return {
    /** Add a listener. Returns a function to remove it. */
    subscribe: (listener: (...args: T) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify: (...args: T) => {
      for (const listener of all) listener(...args);
    },
  };
}
