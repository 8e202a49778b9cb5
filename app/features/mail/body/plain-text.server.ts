import { htmlLines } from "./html-lines";
import type { Line } from "./line";
import { parseHtml } from "./parse-html.server";
import { prepareHtml } from "./prepare-html";

/** Joins lines to text for search and previews. */
export const textOfLines = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join("\n");

/** The words of HTML for search and previews, a line per block: no styles, of links only their text. */
export const plainText = (html: string) => textOfLines(htmlLines(prepareHtml(parseHtml(html).root)));
