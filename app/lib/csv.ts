/** The start of a cell that a spreadsheet would run as a formula; East Asian versions also accept full-width signs. */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])/;

/**
 * The same after any character that can separate cells: a spreadsheet that doesn't split at commas ignores quotes inside a
 * line. The quotes are matched forward from the separator; looking back from each sign took minutes for a cell of quotes.
 */
const FORMULA_INSIDE = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

/** What a spreadsheet reads as a number runs nothing. */
const NUMBER = /^-\d+(?:\.\d+)?$/;

/**
 * A line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe, which makes it a
 * text: what strangers wrote must not do anything in the program of whoever opens the file.
 */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(",")}\r\n`;

function cellOf(text: string) {
  const harmless = NUMBER.test(text) ? text : text.replace(FORMULA_INSIDE, "$1'").replace(FORMULA, "'");
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Stands before the first line: without it, spreadsheets take UTF-8 for something older. */
export const BYTE_ORDER_MARK = "\uFEFF";
