/** A row with all its cells. Larger ones are bad rows: a description has at most 64 KiB. */
export const MAX_ROW_BYTES = 1024 * 1024;

/** Lines of one row: line breaks inside quotation marks. */
export const MAX_ROW_LINES = 20_000;

/** Rows written in one transaction: others wait for the database no longer than this takes. */
export const ROWS_PER_TRANSACTION = 200;

/** A map is a page of text; somebody who passes the wrong file is told so before it is read. */
export const MAX_MAP_BYTES = 256 * 1024;
