/** Who wants to be told of something: how they say so, and how it is told to all of them. */
export function createListeners<T extends unknown[] = []>() {
  const all = new Set<(...args: T) => void>();
  return {
    /** Calls `listener` each time. Returns how to stop. */
    subscribe: (listener: (...args: T) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify: (...args: T) => {
      for (const listener of all) listener(...args);
    },
  };
}
