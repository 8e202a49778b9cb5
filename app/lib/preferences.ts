/**
 * Text kept in the browser. Storage may be switched off, full or forbidden; a preference is comfort, so reading then
 * gives null and writing gives false, and the page goes on.
 */
export type Preferences = {
  read: (key: string) => string | null;
  /** Whether it was kept. */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
};

/** `storage` is a function because a browser may throw as soon as its storage is touched. */
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
        // What cannot be read counts as absent already.
      }
    },
  };
}

/** Kept in this browser until somebody clears it. */
export const preferences = preferencesIn(() => localStorage);

/** Kept in this tab until it is closed. */
export const tabPreferences = preferencesIn(() => sessionStorage);
