import { useNavigation } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { LIST_CHANGED } from "~/lib/tab-events";

/** By view key; null for a view whose query is no longer valid. */
export type Counts = Record<string, number | null>;

/** How long answers stay cached, so that navigation doesn't count again. */
const FRESH_MS = 60_000;
const cache = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Fetches counts, from the cache if `keeps`; `instead` without a network. */
export function fetchAnswer<T>(query: string, instead: T, keeps: boolean): Promise<T> {
  const now = Date.now();
  const known = cache.get(query);
  if (keeps && known && now - known.at < FRESH_MS) return known.answer as Promise<T>;
  const answer = fetch(`/tasks/views/counts?${query}`, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? (answer.json() as Promise<T>) : Promise.reject(answer.status)))
    .catch(() => {
      cache.delete(query); // the next page asks again
      return instead;
    });
  if (keeps) cache.set(query, { at: now, answer });
  else cache.delete(query);
  return answer;
}

/** Counts the viewer's own changes: answered forms, and changes in a list. Each makes the cached counts stale. */
export function useOwnChanges(): number {
  const [changes, add] = useReducer((times: number) => times + 1, 0);
  const { state, formMethod = "GET" } = useNavigation();
  const isSending = state !== "idle" && formMethod !== "GET";
  const wasSending = useRef(false);
  useEffect(() => {
    const changed = () => {
      cache.clear();
      add();
    };
    if (wasSending.current && !isSending) changed();
    wasSending.current = isSending;
    document.addEventListener(LIST_CHANGED, changed);
    return () => document.removeEventListener(LIST_CHANGED, changed);
  }, [isSending]);
  return changes;
}

/** Fetches counts of all views or of the named ones, which are cached. */
const fetchCounts = (of: string) => fetchAnswer<Counts>(String(new URLSearchParams(of && { of })), {}, of !== "");

/**
 * Loads view counts once `wanted`: of all views, or of the keys in `of`. Reloads when `place` changes and after the
 * viewer's own changes. Without scripts or a
 * network there are none; the page of all views still has them.
 */
export function useViewCounts(wanted: boolean, of = "", place = ""): Counts {
  const [counts, setCounts] = useState<Counts>({});
  const changes = useOwnChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts may differ after navigation or a change
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void fetchCounts(of).then((answered) => left || setCounts(answered));
    return () => {
      left = true;
    };
  }, [wanted, of, place, changes]);
  return counts;
}
