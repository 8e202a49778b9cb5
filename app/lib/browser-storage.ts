type Items = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Text in browser storage, which may be off, full or forbidden. Preferences are optional, so reading then returns null,
 * writing returns false, and the page carries on. `storage` is a function because merely accessing storage may throw.
 */
export function preferencesIn(storage: () => Items) {
  function attempt<T>(work: (items: Items) => T) {
    try {
      return work(storage());
    } catch {
      return null;
    }
  }
  return {
    read: (key: string) => attempt((items) => items.getItem(key)),
    write: (key: string, value: string) => attempt((items) => items.setItem(key, value)) !== null,
    remove: (key: string) => void attempt((items) => items.removeItem(key)),
  };
}

export type Preferences = ReturnType<typeof preferencesIn>;

/** Kept in this browser until cleared. */
export const preferences = preferencesIn(() => localStorage);

/** Kept until this tab closes. */
export const tabPreferences = preferencesIn(() => sessionStorage);
