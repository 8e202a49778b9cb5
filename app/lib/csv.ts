/** What a spreadsheet would take for a formula, or for its beginning. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * A line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, which makes it
 * a text: what strangers wrote must not do anything in the program of whoever opens the file.
 */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(",")}\r\n`;

function cellOf(text: string) {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Stands before the first line: without it, spreadsheets take UTF-8 for something older. */
export const BYTE_ORDER_MARK = "\uFEFF";
