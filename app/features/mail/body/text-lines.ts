import { DELIMITER, type Line, RULE, withSingleSpaces } from "./line";
import { splitQuoteSigns } from "./quote-signs";

/** Lists the lines of a plain text that aren't blank. A line's place is its index. */
export function textLines(lines: readonly string[]): Line<number>[] {
  const found: Line<number>[] = [];
  let afterGap = false;
  for (const [place, raw] of lines.entries()) {
    const { depth, text } = splitQuoteSigns(raw);
    const trimmed = withSingleSpaces(text);
    if (trimmed === "" && depth === 0) {
      afterGap = true;
      continue;
    }
    found.push({
      place,
      text: trimmed,
      depth,
      isCited: depth > 0,
      afterGap,
      isRule: RULE.test(trimmed),
      isDelimiter: DELIMITER.test(raw),
      container: null,
      signature: null,
      mark: null,
    });
    afterGap = false;
  }
  return found;
}
