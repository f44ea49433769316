/** A storage of the browser, which may be blocked or full: nothing here throws. */
const safeStorage = (getStorage: () => Storage) => ({
  /** What stands under a name; null also where it cannot be had. */
  read: (name: string): string | null => {
    try {
      return getStorage().getItem(name) ?? null;
    } catch {
      return null;
    }
  },
  /** Keeps a value under a name, null forgets it. Answers whether that was done. */
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

/** What this browser keeps over visits. */
export const browserStorage = safeStorage(() => localStorage);

/** What this tab keeps over a reload. */
export const tabStorage = safeStorage(() => sessionStorage);
