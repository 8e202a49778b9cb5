/** How many pages are remembered: those of the last steps. */
const KEPT = 30;

/** A page as it was shown last: its address, whose it was, and what its loader had answered. */
export type SeenPage = { address: string; person: number | null; data: unknown };

/**
 * The pages of this tab's history, each under the key of its entry: who goes back sees them at once, and the server is asked
 * behind them. They are one person's, and gone when somebody else is signed in, or nobody.
 */
export function createPageMemory() {
  const pages = new Map<string, SeenPage>();
  const spent = new Set<string>();
  let person: number | null = null;
  let returning: SeenPage | undefined;
  let outdated = false;
  let here: SeenPage | undefined;
  let stays = false;

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

    /** The browser goes to an entry of its history. */
    returnTo(key: string | undefined) {
      returning = pages.get(key ?? "");
    },

    /** The page in sight stays as it is, and the server is not asked: gone to anew at the address this answers. */
    stay(): string | undefined {
      returning = here;
      stays = true;
      return here?.address;
    },

    /** Whether the page at this address is about to be shown from here. */
    has: (address: string) => returning?.address === address,

    /** What that page was shown with, once. */
    recall(address: string) {
      const page = returning?.address === address ? returning : undefined;
      returning = undefined;
      outdated = page !== undefined && !stays;
      stays = false;
      return page;
    },

    /** Whether the page in sight came from here, and the server has not been asked yet; says so once. */
    isOutdated() {
      const was = outdated;
      returning = undefined; // wherever that led to, it has arrived
      outdated = false;
      return was;
    },
  };
}

/** That of this tab. */
export const pageMemory = createPageMemory();

export const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
