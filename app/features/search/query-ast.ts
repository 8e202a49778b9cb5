/**
 * A query as a tree. A tree is always in its plainest form: `and` and `or` have at least two items and
 * never hold one of their own kind directly, `not` never holds a `not`. The helpers below see to it.
 */
export type Query =
  | { kind: "and"; items: Query[] }
  | { kind: "or"; items: Query[] }
  | { kind: "not"; item: Query }
  | QueryTerm;

/** `at` is where a term, or a value of one, stands in the typed text, in UTF-16 units, end exclusive. */
export type QueryTerm =
  | { kind: "text"; text: string; quoted: boolean; at: Span }
  | { kind: "number"; number: number; at: Span }
  | { kind: "qualifier"; key: string; compare: Compare | null; values: QueryValue[]; at: Span };

/** Ranges have text on both sides; every other value is one text. A quoted value is never a range. */
export type QueryValue =
  | { kind: "word" | "quoted"; text: string; at: Span }
  | { kind: "range"; from: string; to: string; at: Span };

/** A value with a single text. */
export type TextValue = Exclude<QueryValue, { kind: "range" }>;

/** A value in lower case if it can be a keyword such as `none`; empty for a quoted value, which is always a name. */
export const keywordIn = ({ kind, text }: Pick<TextValue, "kind" | "text">) =>
  kind === "quoted" ? "" : text.toLowerCase();

export type Compare = ">" | ">=" | "<" | "<=";

export type Span = { start: number; end: number };

export function and(items: Query[]): Query | null {
  return join("and", items);
}

export function or(items: Query[]): Query | null {
  return join("or", items);
}

export function not(item: Query): Query {
  return item.kind === "not" ? item.item : { kind: "not", item };
}

function join(kind: "and" | "or", items: Query[]): Query | null {
  const flat = items.flatMap((item) => (item.kind === kind ? item.items : [item]));
  const [only] = flat;
  return flat.length > 1 ? { kind, items: flat } : (only ?? null);
}

/** Parts of a query all of which have to be met. */
export const itemsOf = (query: Query | null) => (query?.kind === "and" ? query.items : query ? [query] : []);

/** Every term of a query, in reading order. */
export function termsOf(query: Query | null): QueryTerm[] {
  if (query === null) return [];
  if (query.kind === "and" || query.kind === "or") return query.items.flatMap(termsOf);
  return query.kind === "not" ? termsOf(query.item) : [query];
}
