/** Deeper quotations are shown at this depth. */
const MOST_QUOTE_SIGNS = 20;

/** Splits the leading `>` from a line: "> > see you" has depth 2. */
export function splitQuoteSigns(line: string): { depth: number; text: string } {
  if (line.startsWith(">From ")) return { depth: 0, text: line.slice(1) }; // escaped by a mailbox file
  let [depth, at] = [0, 0];
  for (; at < line.length; at++) {
    if (line[at] === ">") depth++;
    else if (line[at] !== " " || depth === 0 || line[at + 1] !== ">") break;
  }
  if (depth > 0 && line[at] === " ") at++;
  return { depth: Math.min(depth, MOST_QUOTE_SIGNS), text: line.slice(at) };
}
