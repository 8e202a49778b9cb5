import { formatNumber } from "~/lib/numbers";
import { codePoints } from "~/lib/text";
import { and, not, or, type Query, type Span, termsOf } from "./query-ast";
import { FIELD_KEYS, fieldOf, keyOf, nearest, QUERY_KEY } from "./query-fields";
import { meantChoice, short, wrongWith } from "./query-rules";
import { type Token, tokensOf } from "./query-tokens";
import * as say from "./search-copy";
import { applyFix } from "./unanswerable-queries";

/** Query limits. Characters are code points. */
export const QUERY_LIMITS = { characters: 1_000, terms: 50, depth: 5 } as const;

/**
 * A notice shown with the results: a part of the query may not have been read as intended.
 *
 * suggestion  the whole query with the likely mistake fixed
 */
export type QueryNotice = { message: string; at: Span; suggestion?: string };

/** Why a query is refused. */
export type QueryError = QueryNotice;

type ParsedQuery = { ok: true; query: Query | null; notices: QueryNotice[] } | { ok: false; error: QueryError };

/** A possible qualifier key; excludes `http://`. */
const BEFORE_COLON = new RegExp(`(${QUERY_KEY}):(?!//)`, "iy");

class Refusal extends Error {
  constructor(
    message: string,
    readonly at: Span,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

/**
 * Parses a query. Never throws: any text yields a query or an error message.
 *
 *   query = [ or ]                          primary   = "(" or ")" | qualifier | number | text
 *   or    = and { "OR" and }                qualifier = key ":" [ cmp ] value { "," value }
 *   and   = unary { [ "AND" ] unary }       cmp       = ">" | ">=" | "<" | "<="
 *   unary = { "-" | "NOT" } primary         value     = word | quoted | literal ".." literal
 *
 * Exceeding a limit and invalid qualifier values are errors. Unclosed quotes or parentheses, a dangling OR and unknown
 * keys are tolerated with a notice.
 */
export function parseQuery(text: string): ParsedQuery {
  const source = text.replaceAll("\0", " "); // PostgreSQL rejects NUL in text
  if (codePoints(source) > QUERY_LIMITS.characters) {
    const message = say.queryTooLong(formatNumber(QUERY_LIMITS.characters));
    return { ok: false, error: { message, at: { start: QUERY_LIMITS.characters, end: source.length } } };
  }
  try {
    const parser = new Parser(source);
    return { ok: true, query: parser.read(), notices: parser.notices };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, at, suggestion } = error;
    return { ok: false, error: { message, at, ...(suggestion !== undefined && { suggestion }) } };
  }
}

class Parser {
  readonly notices: QueryNotice[] = [];
  private readonly tokens: Token[];
  private position = 0;
  private terms = 0;

  constructor(private readonly source: string) {
    this.tokens = this.balanced(tokensOf(source));
  }

  read(): Query | null {
    const query = this.readOr(0);
    this.checkSettings(query);
    return query;
  }

  private readOr(depth: number): Query | null {
    const items: Query[] = [];
    let waiting: Token | null = null;
    for (;;) {
      const item = this.readAnd(depth);
      if (item) items.push(item);
      else if (waiting) this.leftOut(waiting);
      const token = this.tokens[this.position];
      if (token?.kind !== "OR") return or(items);
      this.position++;
      if (item) waiting = token;
      else this.leftOut(token);
    }
  }

  private readAnd(depth: number): Query | null {
    const items: Query[] = [];
    let waiting: Token | null = null;
    for (;;) {
      const token = this.tokens[this.position];
      if (!token || token.kind === "OR" || token.kind === ")") {
        if (waiting) this.leftOut(waiting);
        return and(items);
      }
      if (token.kind === "AND") {
        this.position++;
        if (items.length === 0 || waiting) this.leftOut(token);
        else waiting = token;
        continue;
      }
      const item = this.readUnary(depth);
      if (item) {
        items.push(item);
        waiting = null;
      }
    }
  }

  private readUnary(depth: number): Query | null {
    let negated = false;
    let last: Token | null = null;
    let token = this.tokens[this.position];
    while (token?.kind === "-" || token?.kind === "NOT") {
      negated = !negated;
      last = token;
      token = this.tokens[++this.position];
    }
    if (!token || token.kind === ")" || token.kind === "OR" || token.kind === "AND") {
      if (last) this.leftOut(last);
      return null;
    }
    const item = this.readPrimary(token, depth);
    return item && negated ? not(item) : item;
  }

  private readPrimary(token: Token, depth: number): Query | null {
    this.position++;
    switch (token.kind) {
      case "(": {
        if (depth === QUERY_LIMITS.depth) {
          throw new Refusal(say.nestedTooDeep(QUERY_LIMITS.depth), token.at);
        }
        const inner = this.readOr(depth + 1);
        this.position++; // skips ")", which `balanced` guarantees
        if (!inner) this.notice(say.emptyParenthesesLeftOut, token.at);
        return inner;
      }
      case "number":
        this.count(1, token.at);
        return { kind: "number", number: token.number, at: token.at };
      case "text":
        this.count(1, token.at);
        if (token.unclosed) this.neverClosed(token.at);
        if (!token.quoted) this.explainColon(token);
        return { kind: "text", text: token.text, quoted: token.quoted, at: token.at };
      case "qualifier":
        return this.readQualifier(token);
      default:
        return null;
    }
  }

  private readQualifier(token: Token & { kind: "qualifier" }): Query {
    this.count(token.values.length, token.at);
    if (token.unclosed) this.neverClosed(token.at);
    const { key, field, compare, values } = token;
    for (const value of values) {
      const wrong = wrongWith(key, field, compare, value);
      if (!wrong) continue;
      const [at, meant] = [value.at, meantChoice(field, value)];
      const suggestion = meant === null ? [] : [applyFix(this.source, { at, meant })];
      throw new Refusal(wrong, at.end > at.start ? at : token.at, ...suggestion);
    }
    return { kind: "qualifier", key, compare, values, at: token.at };
  }

  private checkSettings(query: Query | null) {
    const top = query?.kind === "and" ? query.items : [query];
    const counts = { sort: 0, zone: 0 };
    for (const term of termsOf(query)) {
      if (term.kind !== "qualifier" || (term.key !== "sort" && term.key !== "zone")) continue;
      const isSort = term.key === "sort";
      if (!top.includes(term)) {
        throw new Refusal(isSort ? say.sortOnlyAtTopLevel : say.onlyAtTopLevel(term.key), term.at);
      }
      counts[term.key] += term.values.length;
      if (counts[term.key] > 1) throw new Refusal(isSort ? say.onlyOneSort : say.onlyOneOf(term.key), term.at);
    }
  }

  private count(terms: number, at: Span) {
    this.terms += terms;
    if (this.terms > QUERY_LIMITS.terms) {
      throw new Refusal(say.tooManyTerms(QUERY_LIMITS.terms), at);
    }
  }

  /** Drops unmatched closing parentheses and adds missing ones. */
  private balanced(tokens: Token[]): Token[] {
    const open: Token[] = [];
    const kept = tokens.filter((token) => {
      if (token.kind === "(") open.push(token);
      if (token.kind !== ")" || open.pop()) return true;
      this.notice(say.strayParenthesisLeftOut, token.at);
      return false;
    });
    const end = this.source.length;
    for (const { at } of open) this.notice(say.parenthesisNeverClosed, at);
    return [...kept, ...open.map((): Token => ({ kind: ")", at: { start: end, end } }))];
  }

  /** Adds a notice for text that looks like a qualifier but isn't one. */
  private explainColon({ text, at }: { text: string; at: Span }) {
    BEFORE_COLON.lastIndex = at.start; // a quoted label extends past this token
    const written = BEFORE_COLON.exec(this.source)?.[1] ?? "";
    if (written.length < 2) return;
    const key = keyOf(written);
    const rest = text.slice(key.length + 1);
    if (fieldOf(key)) {
      const end = at.start + `${written}:`.length;
      const [name, follows] = [short(written), this.source.slice(end).trim() !== ""];
      const message = follows ? say.searchedAsTextSpace(name) : say.searchedAsTextEmpty(name);
      this.notice(message, { start: at.start, end });
    } else if (rest !== "" || this.source[at.end] === '"') {
      const near = nearest(key, FIELD_KEYS);
      if (near === null) return this.notice(say.notAField(short(key)), at);
      const suggestion = `${this.source.slice(0, at.start)}${near}:${rest}${this.source.slice(at.end)}`;
      this.notices.push({ message: say.notAFieldSuggestion(short(key), near), at, suggestion });
    }
  }

  private leftOut(token: Token) {
    const isBefore = token.kind === "-" || token.kind === "NOT";
    const message = isBefore ? say.needsSomethingAfter(token.kind) : say.needsSomethingOnBothSides(token.kind);
    this.notice(message, token.at);
  }

  private neverClosed(at: Span) {
    this.notice(say.quoteNeverClosed, at);
  }

  private notice(message: string, at: Span) {
    this.notices.push({ message, at });
  }
}
