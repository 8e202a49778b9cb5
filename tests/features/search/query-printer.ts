import type { Query, QueryValue } from "~/features/search/query-ast";

/** A query as a user would type it; parsing it gives the same query. The empty query is the empty string. */
export function printQuery(query: Query | null): string {
  if (query === null) return "";
  switch (query.kind) {
    case "or":
      return query.items.map(printQuery).join(" OR ");
    case "and":
      return query.items.map((item) => (item.kind === "or" ? `(${printQuery(item)})` : printQuery(item))).join(" ");
    case "not":
      return query.item.kind === "and" || query.item.kind === "or"
        ? `-(${printQuery(query.item)})`
        : `-${printQuery(query.item)}`;
    case "number":
      return `#${query.number}`;
    case "text":
      return query.quoted ? quote(query.text) : query.text;
    case "qualifier":
      return `${printKey(query.key)}:${query.compare ?? ""}${query.values.map(printValue).join(",")}`;
  }
}

/** A key as typed. A field may be named by its label, quoted where needed. */
const printKey = (key: string) => (/^[^\s"():,\\]+$/.test(key) ? key : `field.${quote(key.slice("field.".length))}`);

function printValue(value: QueryValue): string {
  if (value.kind === "range") return `${value.from}..${value.to}`;
  return value.kind === "quoted" ? quote(value.text) : value.text;
}

const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
