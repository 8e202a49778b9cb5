/** Rows per page in lists; for tasks, the default. */
export const PAGE_ROWS = 50;

export const ROWS_TO_CHOOSE = [25, PAGE_ROWS, 100] as const;

/** Where a page of a list starts: beside a cursor, on either side; null for the first page. */
export type PagePlace<Cursor> = { after: Cursor } | { before: Cursor } | null;

/** Reads `?after=` or `?before=`. Skips an unreadable cursor, so an old bookmark still opens. */
export function parsePlace<Cursor>(
  parameters: URLSearchParams,
  parse: (text: string | null) => Cursor | null,
): PagePlace<Cursor> {
  const [before, after] = [parse(parameters.get("before")), parse(parameters.get("after"))];
  return before ? { before } : after ? { after } : null;
}

/** URL of a page of a list, with the `filters` that have a value. */
export function pageHref<Cursor>(
  path: string,
  filters: Record<string, string | false | null>,
  place: PagePlace<Cursor>,
  print: (cursor: Cursor) => string,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) parameters.set(name, value);
  if (place && "before" in place) parameters.set("before", print(place.before));
  if (place && "after" in place) parameters.set("after", print(place.after));
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
