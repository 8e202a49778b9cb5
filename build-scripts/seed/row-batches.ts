/** SQLite takes 32,766 values in one statement, PostgreSQL 65,535. */
const VALUES_IN_A_STATEMENT = 30_000;

/** Splits rows into batches that fit one statement on both engines. */
export function* inParts<Row extends object>(rows: readonly Row[]): Generator<Row[]> {
  const width = Object.keys(rows[0] ?? {}).length || 1;
  const size = Math.floor(VALUES_IN_A_STATEMENT / width);
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
