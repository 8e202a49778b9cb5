/** One page of a list with cursors to its neighbours; null where there is none. */
type CursorPage<Row, Cursor> = { rows: Row[]; previous: Cursor | null; next: Cursor | null };

/**
 * Reads a page of a list that can be paged in both directions.
 *
 * position     null for the first page
 * isBackwards  whether `position` asks for the rows before its cursor; `read` returns those last row first
 */
export async function readCursorPage<Row, Cursor, Position>(
  position: Position | null,
  limit: number,
  isBackwards: boolean,
  cursorOf: (row: Row) => Cursor,
  read: (position: Position | null, limit: number) => Promise<Row[]>,
): Promise<CursorPage<Row, Cursor>> {
  const found = await read(position, limit + 1); // one extra row tells whether there is more
  const hasMore = found.length > limit;
  // Reached the start: show a full first page.
  if (isBackwards && !hasMore) return readCursorPage(null, limit, false, cursorOf, read);

  const rows = found.slice(0, limit);
  if (isBackwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && position !== null ? cursorOf(first) : null,
    next: last && (isBackwards || hasMore) ? cursorOf(last) : null,
  };
}
