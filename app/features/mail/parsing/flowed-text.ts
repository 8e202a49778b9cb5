/**
 * Joins the lines that a mail program wrapped: `format=flowed` (RFC 3676). A line that ends in a space continues on the
 * next, at the same quote depth; with `delsp`, the space itself was added by wrapping. The line "-- " starts a
 * signature.
 */
export function unwrapFlowed(text: string, delSp: boolean): string {
  const paragraphs: { depth: number; pieces: string[]; open: boolean }[] = [];
  for (const line of text.split("\n")) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const unquoted = line.slice(depth);
    const content = unquoted.startsWith(" ") ? unquoted.slice(1) : unquoted;
    const isSignature = content === "-- ";
    const flows = content.endsWith(" ") && !isSignature;
    const piece = flows && delSp ? content.slice(0, -1) : content;
    const last = paragraphs.at(-1);
    if (last?.open && last.depth === depth && !isSignature) {
      last.pieces.push(piece);
      last.open = flows;
    } else paragraphs.push({ depth, pieces: [piece], open: flows });
  }
  return paragraphs
    .map(({ depth, pieces }) => `${">".repeat(depth)}${depth > 0 ? " " : ""}${pieces.join("")}`)
    .join("\n");
}
