/** Who wants to be told of something: how they say so, and how it is told to all of them. */
export function listeners<T extends unknown[] = []>() {
  const all = new Set<(...what: T) => void>();
  return {
    /** Calls `listener` each time. Returns how to stop. */
    subscribe: (listener: (...what: T) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (...what: T) => {
      for (const listener of all) listener(...what);
    },
  };
}
