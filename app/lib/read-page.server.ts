import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PagePlace } from "./page-cursor";

/**
 * Reads a page of a list that pages in both directions, and the cursors of its neighbours; null at an end.
 *
 * back  the side on which earlier pages are
 * read  reads up to `limit` rows from the place on; those of an earlier page backwards
 */
export async function readPage<Row, Cursor>(
  place: PagePlace<Cursor>,
  limit: number,
  list: {
    back: "after" | "before";
    read: (place: PagePlace<Cursor>, limit: number) => Promise<Row[]>;
    cursorOf: (row: Row) => Cursor;
  },
): Promise<{ rows: Row[]; previous: Cursor | null; next: Cursor | null }> {
  const isBackwards = place !== null && list.back in place;
  const found = await list.read(place, limit + 1); // one extra row tells whether there is more
  const more = found.length > limit;
  if (isBackwards && !more) return readPage(null, limit, list); // reached the start: show a full page one

  const rows = found.slice(0, limit);
  if (isBackwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && place !== null ? list.cursorOf(first) : null,
    next: last && (isBackwards || more) ? list.cursorOf(last) : null,
  };
}

/** Whether a row is on the asked side of the cursor. `columns` hold the `values` of a cursor. */
export function isBeside<Cursor>(
  place: NonNullable<PagePlace<Cursor>>,
  columns: readonly string[],
  values: (cursor: Cursor) => readonly (string | number)[],
): RawBuilder<SqlBool> {
  const row = sql.join(columns.map((column) => sql.ref(column)));
  return "before" in place
    ? sql`(${row}) < (${sql.join(values(place.before))})`
    : sql`(${row}) > (${sql.join(values(place.after))})`;
}
