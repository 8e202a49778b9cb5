import { OPEN_CATEGORIES, type Status, statuses } from "~/features/tasks/tasks";
import { HIDDEN_FLAGS, OPEN_FLAGS } from "./compile-query.server";
import { itemsOf, type Query, type Span } from "./query-ast";
import { parseQuery } from "./query-language";
import { statusesCalled } from "./query-names";

/**
 * What of a query leaves nothing for the status that a list is narrowed to.
 *
 * said     those parts, as they are written: `status:open`
 * only     whether all that they leave is open, or is done; null for something between
 * without  the query without them
 */
export type OtherStatuses = { said: string; only: "open" | "done" | null; without: string };

/**
 * Whether a query that can be read asks for other statuses than the filter beside it, by itself and for all that it finds.
 * `status` is `open`, `done` or a key; `works`, whether its reader works on tasks and reads statuses by their names.
 */
export function otherStatuses(text: string, status: string, works: boolean): OtherStatuses | null {
  const parsed = parseQuery(text);
  const wanted = statuses().filter((one) =>
    status === "open" ? isOpen(one) : status === "done" ? !isOpen(one) : one.key === status,
  );
  if (!parsed.ok || wanted.length === 0) return null;
  const others = itemsOf(parsed.query).flatMap((item) => {
    const [left, at] = [leftBy(item, works), spanOf(item, text)];
    return left && at && left.length > 0 && !wanted.some((one) => left.includes(one)) ? [{ left, at }] : [];
  });
  if (others.length === 0) return null;
  const left = others.flatMap((one) => one.left);
  return {
    said: others.map(({ at }) => text.slice(at.start, at.end)).join(" "),
    only: left.every(isOpen) ? "open" : left.some(isOpen) ? null : "done",
    without: others.reduceRight((rest, { at }) => cut(rest, at), text).trim(),
  };
}

const isOpen = ({ category }: Status) => OPEN_CATEGORIES.includes(category);

/** The statuses that a part of a query leaves; null for all, as far as is known. */
function leftBy(item: Query, works: boolean): readonly Status[] | null {
  const all = statuses();
  if (item.kind === "not") {
    // What is not snoozed may be open as well.
    const isMore = item.item.kind === "qualifier" && item.item.key === "is" && !textsIn(item.item).every(isWhole);
    const left = isMore ? null : leftBy(item.item, works);
    return left && all.filter((one) => !left.includes(one));
  }
  if (item.kind !== "qualifier") return null;
  const each = item.values.map((value) => {
    if (value.kind === "range") return all;
    const text = value.text.toLowerCase();
    switch (item.key) {
      case "status": {
        const called = statusesCalled(value, works);
        return called === "any" ? all : called;
      }
      case "awaiting":
        return all.filter(({ awaits }) => awaits === text);
      case "is":
        // What was put away, or merged, is among the open tasks no more.
        if (text === "done" || HIDDEN_FLAGS.includes(text)) return all.filter((one) => !isOpen(one));
        return OPEN_FLAGS.includes(text) ? all.filter(isOpen) : all;
      default:
        return all;
    }
  });
  return all.filter((one) => each.some((some) => some.includes(one)));
}

const isWhole = (flag: string) => flag === "open" || flag === "done";

const textsIn = (item: Query & { kind: "qualifier" }) =>
  item.values.map((value) => (value.kind === "range" ? "" : value.text.toLowerCase()));

/** What turns the part behind it round: a dash that ends a word does not. */
const TURNED = /(?<![^\s()"])(?:-|NOT(?:\s+|$))*$/;

/** Where a part stands, with what turns it round; null where that is around parentheses. */
function spanOf(item: Query, text: string): Span | null {
  const term = item.kind === "not" ? item.item : item;
  if (!("at" in term)) return null;
  const start = text.slice(0, term.at.start).replace(TURNED, "").length;
  return item.kind === "not" && start === term.at.start ? null : { start, end: term.at.end };
}

/** The text without one of its parts, and without what was there for it alone: parentheses, an `AND`. */
function cut(text: string, { start, end }: Span): string {
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()];
  if (before.endsWith("(") && (after === "" || after.startsWith(")"))) {
    const opens = before.slice(0, -1).replace(TURNED, "").length;
    return cut(text, { start: opens, end: text.length - after.slice(1).length });
  }
  const held = before.replace(/\bAND$/, "").trimEnd();
  const rest = held === before ? after.replace(/^AND\b\s*/, "") : after;
  return held === "" || held.endsWith("(") || rest.startsWith(")") ? held + rest : `${held} ${rest}`;
}
