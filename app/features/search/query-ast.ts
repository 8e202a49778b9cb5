/**
 * Syntax tree of a query, always normalised: `and` and `or` have at least two items and never nest in their own kind,
 * `not` never holds a `not`. Build trees with the helpers below.
 */
export type Query =
  | { kind: "and"; items: Query[] }
  | { kind: "or"; items: Query[] }
  | { kind: "not"; item: Query }
  | QueryTerm;

/** `at`: span in the typed text, in UTF-16 units, end exclusive. */
export type QueryTerm =
  | { kind: "text"; text: string; quoted: boolean; at: Span }
  | { kind: "number"; number: number; at: Span }
  | { kind: "qualifier"; key: string; compare: Compare | null; values: QueryValue[]; at: Span };

export type Qualifier = Extract<QueryTerm, { kind: "qualifier" }>;

/** A quoted value is never a range. */
export type QueryValue =
  | { kind: "word" | "quoted"; text: string; at: Span }
  | { kind: "range"; from: string; to: string; at: Span };

export type TextValue = Exclude<QueryValue, { kind: "range" }>;

/** The lower-cased value if it can be a keyword such as `none`; empty for a quoted value, which is always a name. */
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

/** Top-level parts of a query, all of which must match. */
export const itemsOf = (query: Query | null) => (query?.kind === "and" ? query.items : query ? [query] : []);

/** Every term of a query, in source order. */
export function termsOf(query: Query | null): QueryTerm[] {
  if (query === null) return [];
  if (query.kind === "and" || query.kind === "or") return query.items.flatMap(termsOf);
  return query.kind === "not" ? termsOf(query.item) : [query];
}
