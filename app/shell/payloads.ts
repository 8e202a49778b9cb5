/** Prefetched data older than this is not shown as current. */
const FRESH_MS = 5_000;

/** What a page is drawn with: the answer of each of its loaders, keyed by route id. */
type PayloadData = Record<string, unknown>;

type Entry = { answer: Promise<PayloadData | null>; answeredAt: number | null };

type World = {
  fetch: (address: string) => Promise<Response>;
  now: () => number;
  warn: (message: string, cause: unknown) => void;
};

/** Where the payload of a page is found: "/tasks?page=2" has its at "/tasks/_payload.json?page=2". */
export function payloadAddress({ pathname, search }: Pick<URL, "pathname" | "search">) {
  return `${pathname.replace(/\/+$/, "")}/_payload.json${search}`;
}

/**
 * The payloads that have been asked for: one request per address while it is loading; what failed is forgotten.
 * While something is being changed on the server nothing is asked or remembered, for it would be stale at birth.
 */
export function createPayloads({ fetch, now, warn }: World) {
  const entries = new Map<string, Entry>();
  let changing = false;

  const usable = (entry: Entry) => entry.answeredAt === null || now() - entry.answeredAt <= FRESH_MS;

  async function load(address: string, entry: () => Entry | undefined) {
    try {
      const response = await fetch(address);
      const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
      if (!response.ok || !isJson) throw new Error(`${address} answered ${response.status}`);
      const { data } = (await response.json()) as { data: PayloadData };
      const mine = entry();
      if (mine) mine.answeredAt = now();
      return data;
    } catch (cause) {
      if (entries.get(address) === entry()) entries.delete(address);
      warn(`No payload for ${address}`, cause);
      return null;
    }
  }

  return {
    /** The payload of an address, asked for unless it is fresh or on its way. Null when there is none to be had. */
    ask(address: string): Promise<PayloadData | null> {
      if (changing) return Promise.resolve(null);
      const known = entries.get(address);
      if (known && usable(known)) return known.answer;
      for (const [old, entry] of entries) if (!usable(entry)) entries.delete(old); // a page may stay open for days
      let entry: Entry | undefined;
      entry = { answer: load(address, () => entry), answeredAt: null };
      entries.set(address, entry);
      return entry.answer;
    },

    /** What was asked before is older than something that has happened. */
    forget: () => entries.clear(),

    /** Whether a form is being sent just now. At its beginning and end whatever was asked before is forgotten. */
    setChanging(value: boolean) {
      if (value === changing) return;
      changing = value;
      entries.clear();
    },
  };
}
