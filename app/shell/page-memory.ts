const KEPT = 30;

/** A page as last shown: its address, its viewer and its loader data. */
type SeenPage = { address: string; person: number | null; data: unknown };

/**
 * Remembers the pages in this tab's history by entry key. Going back shows them at once and revalidates behind them.
 * Cleared when the signed-in person changes.
 */
export function createPageMemory() {
  const pages = new Map<string, SeenPage>();
  const spent = new Set<string>();
  let person: number | null = null;
  /** The page to show next, its history entry, and the entry on screen until then. */
  let returning: { page: SeenPage; key?: string | undefined; from?: string | undefined } | undefined;
  let outdated: string | undefined;
  let here: SeenPage | undefined;

  return {
    keep(key: string, page: SeenPage) {
      here = page;
      if (page.person !== person || page.person === null || spent.has(key)) return;
      pages.delete(key);
      pages.set(key, page);
      if (pages.size > KEPT) pages.delete(pages.keys().next().value as string);
    },

    /** Drops an entry for good: something was typed on it or sent from it. */
    spend(key: string) {
      pages.delete(key);
      spent.add(key);
    },

    setPerson(id: number | null) {
      if (id !== person) {
        pages.clear();
        here = undefined;
      }
      person = id;
    },

    returnTo(key: string | undefined, from: string | undefined) {
      const page = pages.get(key ?? "");
      returning = page && { page, key, from };
    },

    /** Keeps the current page without a request: redirecting to the returned address shows it from memory. */
    stay(): string | undefined {
      returning = here && { page: here };
      return here?.address;
    },

    /** Checks whether the page at this address is about to come from memory. */
    has: (address: string) => returning?.page.address === address,

    /** Returns the remembered page, once. */
    recall(address: string) {
      const recalled = returning?.page.address === address ? returning : undefined;
      returning = undefined;
      outdated = recalled?.key;
      return recalled?.page;
    },

    /**
     * Checks, once, whether entry `key` came from memory and still needs revalidating. Runs after a page is drawn, when the
     * browser may already be going back again.
     */
    isOutdated(key: string) {
      if (key !== returning?.from) returning = undefined; // that navigation has finished
      if (key !== outdated) return false;
      outdated = undefined;
      return true;
    },
  };
}

export const pageMemory = createPageMemory();

export const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
