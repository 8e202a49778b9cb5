/*
 * Templates for titles and descriptions. `{column}` inserts a cell; a part in square brackets is dropped when one of its
 * columns is unknown: `{subcategory}[: {symptom}]`. Double a bracket or brace to get the character itself: `[[`.
 */

type Piece = string | { column: string } | { optional: Piece[] };

const SIGNS = /\{\{|\}\}|\[\[|\]\]|[{}[\]]/g;

/** A template's error, worded to follow "the template"; null if it is valid. */
export function templateTrouble(template: string): string | null {
  const parsed = parseTemplate(template);
  return typeof parsed === "string" ? parsed : null;
}

export function columnsOf(template: string): string[] {
  const parsed = parseTemplate(template);
  return typeof parsed === "string" ? [] : columnsIn(parsed.pieces);
}

const columnsIn = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === "string") return [];
    return "column" in piece ? [piece.column] : columnsIn(piece.optional);
  });

/** Returns a function that fills in the template. `cell` returns null for unknown. Throws for an invalid template. */
export function templateFiller(template: string): (cell: (column: string) => string | null) => string {
  const parsed = parseTemplate(template);
  if (typeof parsed === "string") throw new Error(`The template ${parsed}.`);
  return (cell) => fill(parsed.pieces, cell).text;
}

function fill(pieces: readonly Piece[], cell: (column: string) => string | null) {
  let text = "";
  let complete = true;
  for (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else if ("column" in piece) {
      const found = cell(piece.column);
      if (found === null) complete = false;
      else text += found;
    } else {
      const part = fill(piece.optional, cell);
      if (part.complete) text += part.text;
    }
  }
  return { text, complete };
}

function parseTemplate(template: string): { pieces: Piece[] } | string {
  const pieces: Piece[] = [];
  let optional: Piece[] | null = null;
  let column: string | null = null;
  let at = 0;
  for (const match of template.matchAll(SIGNS)) {
    const [sign] = match;
    const text = template.slice(at, match.index);
    at = match.index + sign.length;
    const target: Piece[] = optional ?? pieces;
    if (column !== null) {
      if (sign !== "}" || text === "") return `has "{" without a column and "}" after it`;
      target.push({ column: text });
      column = null;
      continue;
    }
    if (text !== "") target.push(text);
    if (sign.length === 2) target.push(sign.slice(0, 1));
    else if (sign === "{") column = "";
    else if (sign === "[" && optional === null) optional = [];
    else if (sign === "]" && optional !== null) {
      pieces.push({ optional });
      optional = null;
    } else return `has an unexpected "${sign}"; double it to use it as text`;
  }
  if (column !== null) return `has "{" without "}"`;
  if (optional !== null) return `has "[" without "]"`;
  if (at < template.length) pieces.push(template.slice(at));
  return { pieces };
}
