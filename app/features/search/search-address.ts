import { parseSearchCursor, printSearchCursor, type SearchCursor } from "./search-cursor";

/** What the address of the search page says: the query as typed, and where in its results. */
export type SearchAddress = { text: string; after: SearchCursor | null };

export function parseSearchAddress(parameters: URLSearchParams): SearchAddress {
  return { text: parameters.get("q") ?? "", after: parseSearchCursor(parameters.get("after")) };
}

export function searchHref({ text, after = null }: { text: string; after?: SearchCursor | null }): string {
  const parameters = new URLSearchParams();
  if (text !== "") parameters.set("q", text);
  if (after) parameters.set("after", printSearchCursor(after));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
