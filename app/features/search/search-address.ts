/**
 * What the address of the search page says: the query as typed, where in its results, which depends on their order, and
 * whether somebody comes for the help.
 */
export type SearchAddress = { text: string; after: string | null; help: boolean };

export function parseSearchAddress(parameters: URLSearchParams): SearchAddress {
  return { text: parameters.get("q") ?? "", after: parameters.get("after"), help: parameters.has("help") };
}

/** Where it is told why a query finds a task, or not. */
export const explanationHref = (asked: { q?: string; task?: string }) =>
  `/search/explanation?${new URLSearchParams(asked)}`;

export function searchHref({ text, after = null }: { text: string; after?: string | null }): string {
  const parameters = new URLSearchParams();
  if (text !== "") parameters.set("q", text);
  if (after) parameters.set("after", after);
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
