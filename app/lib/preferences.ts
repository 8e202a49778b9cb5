/**
 * Text in browser storage, which may be off, full or forbidden. Preferences are optional, so reading then returns null,
 * writing returns false, and the page carries on.
 */
export type Preferences = {
  read: (key: string) => string | null;
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
};

/** `storage` is a function because merely accessing storage may throw. */
export function preferencesIn(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">): Preferences {
  return {
    read(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        storage().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
      } catch {
        // Unreadable storage counts as empty.
      }
    },
  };
}

/** Kept in this browser until cleared. */
export const preferences = preferencesIn(() => localStorage);

/** Kept until this tab closes. */
export const tabPreferences = preferencesIn(() => sessionStorage);
