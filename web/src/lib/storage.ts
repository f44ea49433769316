/** Wrap a browser storage so that it never throws, even if it is blocked or full. */
const safeStorage = (getStorage: () => Storage) => ({
  /** Return the value stored under a name, or null if there is none or if storage is unavailable. */
  read: (name: string): string | null => {
    try {
      return getStorage().getItem(name) ?? null;
    } catch {
      return null;
    }
  },
  /** Store a value under a name; null deletes it. Return true if it succeeded. */
  write: (name: string, value: string | null): boolean => {
    try {
      if (value === null) getStorage().removeItem(name);
      else getStorage().setItem(name, value);
      return true;
    } catch {
      return false;
    }
  },
});

/** Values of this browser that persist between visits. */
export const browserStorage = safeStorage(() => localStorage);

/** Values of this tab that survive a reload. */
export const tabStorage = safeStorage(() => sessionStorage);
