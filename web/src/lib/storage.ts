/** Wrap a browser storage, which may be blocked or full, so that it never throws. */
const safeStorage = (getStorage: () => Storage) => ({
  /** Return the value of a name; null also if storage is unavailable. */
  read: (name: string): string | null => {
    try {
      return getStorage().getItem(name) ?? null;
    } catch {
      return null;
    }
  },
  /** Store a value by name; null deletes it. Returns whether it succeeded. */
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
