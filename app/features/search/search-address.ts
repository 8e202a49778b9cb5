/** What the address of the search page says: the query as typed, and where in its results, which depends on their order. */
export type SearchAddress = { text: string; after: string | null };

export function parseSearchAddress(parameters: URLSearchParams): SearchAddress {
  return { text: parameters.get("q") ?? "", after: parameters.get("after") };
}

export function searchHref({ text, after = null }: { text: string; after?: string | null }): string {
  const parameters = new URLSearchParams();
  if (text !== "") parameters.set("q", text);
  if (after) parameters.set("after", after);
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
