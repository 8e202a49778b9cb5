/** How many pages are remembered: those of the last steps. */
const KEPT = 30;

/** A page as it was shown last: its address, whose it was, and what its loader had answered. */
type SeenPage = { address: string; person: number | null; data: unknown };

/**
 * The pages of this tab's history, each under the key of its entry: who goes back sees them at once, and the server is asked
 * behind them. They are one person's, and gone when somebody else is signed in, or nobody.
 */
export function createPageMemory() {
  const pages = new Map<string, SeenPage>();
  const spent = new Set<string>();
  let person: number | null = null;
  /** The page to be shown next, the key of its entry, and that of the page which is in sight until then. */
  let returning: { page: SeenPage; key?: string | undefined; from?: string | undefined } | undefined;
  let outdated: string | undefined;
  let here: SeenPage | undefined;

  return {
    /** What stands on the page of an entry by now. */
    keep(key: string, page: SeenPage) {
      here = page;
      if (page.person !== person || page.person === null || spent.has(key)) return;
      pages.delete(key);
      pages.set(key, page);
      if (pages.size > KEPT) pages.delete(pages.keys().next().value as string);
    },

    /** The page of an entry is another one from now on: something was typed on it, or sent from it. */
    spend(key: string) {
      pages.delete(key);
      spent.add(key);
    },

    /** Who is signed in, as far as this tab knows. */
    setPerson(id: number | null) {
      if (id !== person) {
        pages.clear();
        here = undefined;
      }
      person = id;
    },

    /** The browser goes to an entry of its history, from another one: the keys of both. */
    returnTo(key: string | undefined, from: string | undefined) {
      const page = pages.get(key ?? "");
      returning = page && { page, key, from };
    },

    /** The page in sight stays as it is, and the server is not asked: gone to anew at the address this answers. */
    stay(): string | undefined {
      returning = here && { page: here };
      return here?.address;
    },

    /** Whether the page at this address is about to be shown from here. */
    has: (address: string) => returning?.page.address === address,

    /** What that page was shown with, once. */
    recall(address: string) {
      const recalled = returning?.page.address === address ? returning : undefined;
      returning = undefined;
      outdated = recalled?.key;
      return recalled?.page;
    },

    /**
     * Whether the page in sight, that of the entry `key`, came from here, and the server has not been asked yet; says so once.
     * Asked after a page was drawn, which may be so late that the browser has begun to go back from it.
     */
    isOutdated(key: string) {
      if (key !== returning?.from) returning = undefined; // wherever that led to, it has arrived
      if (key !== outdated) return false;
      outdated = undefined;
      return true;
    },
  };
}

/** That of this tab. */
export const pageMemory = createPageMemory();

export const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
