import type { Compare, QueryValue, Span } from "./query-ast";
import { type Field, fieldOf, keyOf, QUERY_KEY } from "./query-fields";
import { takesRanges } from "./query-rules";

/** Lexical token of a query; the parser builds the tree. */
export type Token =
  | { kind: "(" | ")" | "-" | "AND" | "OR" | "NOT"; at: Span }
  | { kind: "text"; text: string; quoted: boolean; at: Span; unclosed: boolean }
  | { kind: "number"; number: number; at: Span }
  | {
      kind: "qualifier";
      key: string;
      field: Field;
      compare: Compare | null;
      values: QueryValue[];
      at: Span;
      unclosed: boolean;
    };

const WORD = /[^\s"()]+/y;
const VALUE_WORD = /[^\s"(),]+/y;
const QUALIFIER = new RegExp(`(${QUERY_KEY}):(?=[^\\s()])`, "iy");
const COMPARE = />=|<=|>|</y;

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;

  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = i;
    const match = pattern.exec(source);
    if (match) i = pattern.lastIndex;
    return match;
  };

  /** Reads from the quote at `i` to its closing quote or the end. Escapes: `\"` and `\\`. */
  const readQuoted = () => {
    let text = "";
    for (i++; i < source.length; i++) {
      const character = source[i];
      const next = source[i + 1];
      if (character === '"') {
        i++;
        return { text, unclosed: false };
      }
      if (character === "\\" && (next === '"' || next === "\\")) text += source[++i];
      else text += character;
    }
    return { text, unclosed: true };
  };

  const readQualifier = (key: string, field: Field, start: number): Token => {
    const compare = (read(COMPARE)?.[0] ?? null) as Compare | null;
    const values: QueryValue[] = [];
    let unclosed = false;
    do {
      const from = i;
      if (source[i] === '"') {
        const quoted = readQuoted();
        unclosed ||= quoted.unclosed;
        values.push({ kind: "quoted", text: quoted.text, at: { start: from, end: i } });
      } else {
        const word = read(VALUE_WORD)?.[0] ?? "";
        const dots = takesRanges(field) ? word.indexOf("..") : -1;
        const at = { start: from, end: i };
        if (dots < 0) values.push({ kind: "word", text: word, at });
        else values.push({ kind: "range", from: word.slice(0, dots), to: word.slice(dots + 2), at });
      }
    } while (source[i] === "," && i++ < source.length);
    return { kind: "qualifier", key, field, compare, values, at: { start, end: i }, unclosed };
  };

  while (i < source.length) {
    const start = i;
    const character = source[i] ?? "";
    const next = source[i + 1];
    if (/\s/.test(character)) {
      i++;
    } else if (character === "(" || character === ")") {
      i++;
      tokens.push({ kind: character, at: { start, end: i } });
    } else if (character === '"') {
      const { text, unclosed } = readQuoted();
      tokens.push({ kind: "text", text, quoted: true, at: { start, end: i }, unclosed });
    } else if (character === "-" && next !== undefined && !/[\s)]/.test(next)) {
      i++;
      tokens.push({ kind: "-", at: { start, end: i } });
    } else {
      const written = read(QUALIFIER)?.[1];
      const key = written === undefined ? "" : keyOf(written);
      const field = fieldOf(key);
      if (field) {
        tokens.push(readQualifier(key, field, start));
        continue;
      }
      i = start;
      const word = read(WORD)?.[0] ?? "";
      const at = { start, end: i };
      const number = /^#([1-9]\d{0,8})$/.exec(word)?.[1];
      if (word === "AND" || word === "OR" || word === "NOT") tokens.push({ kind: word, at });
      else if (number) tokens.push({ kind: "number", number: Number(number), at });
      else tokens.push({ kind: "text", text: word, quoted: false, at, unclosed: false });
    }
  }
  return tokens;
}
