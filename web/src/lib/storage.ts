/** A storage of the browser, which may be blocked or full: nothing here throws. */
const storage = (of: () => Storage) => ({
  /** What stands under a name; null also where it cannot be had. */
  read: (name: string): string | null => {
    try {
      return of().getItem(name) ?? null;
    } catch {
      return null;
    }
  },
  /** Keeps a value under a name, null forgets it. Answers whether that was done. */
  write: (name: string, value: string | null): boolean => {
    try {
      if (value === null) of().removeItem(name);
      else of().setItem(name, value);
      return true;
    } catch {
      return false;
    }
  },
});

/** What this browser keeps over visits. */
export const browserStorage = storage(() => localStorage);

/** What this tab keeps over a reload. */
export const tabStorage = storage(() => sessionStorage);
