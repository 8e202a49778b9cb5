/** Prefetched data older than this is not shown as current. */
const FRESH_MS = 5_000;

type PayloadData = Record<string, unknown>;

type Entry = { answer: Promise<PayloadData | null>; answeredAt: number | null };

type World = {
  fetch: (address: string) => Promise<Response>;
  now: () => number;
  warn: (message: string, cause: unknown) => void;
};

/** Returns the payload address of a page: "/tasks/_payload.json?page=2" for "/tasks?page=2". */
export function payloadAddress({ pathname, search }: Pick<URL, "pathname" | "search">) {
  return `${pathname.replace(/\/+$/, "")}/_payload.json${search}`;
}

/**
 * Cache of prefetched payloads: one request per address at a time; failures aren't cached. While a form is in flight
 * nothing is fetched or cached, because it could be stale on arrival.
 */
export function createPayloads({ fetch, now, warn }: World) {
  const entries = new Map<string, Entry>();
  let changing = false;

  const usable = (entry: Entry) => entry.answeredAt === null || now() - entry.answeredAt <= FRESH_MS;

  async function load(address: string, entry: () => Entry | undefined) {
    try {
      const response = await fetch(address);
      const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
      if (!response.ok || !isJson) throw new Error(`${address} returned ${response.status}`);
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
    /** Returns the payload of an address, fetching it unless it is fresh or in flight. Null if it can't be had. */
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

    forget: () => entries.clear(),

    setChanging(value: boolean) {
      if (value === changing) return;
      changing = value;
      entries.clear();
    },
  };
}
