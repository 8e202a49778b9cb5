import { OPEN_CATEGORIES, type Status, statuses } from "~/features/tasks/tasks";
import { HIDDEN_FLAGS, OPEN_FLAGS } from "./compile-query.server";
import { itemsOf, type Query, type Span } from "./query-ast";
import { parseQuery } from "./query-language";
import { statusesCalled } from "./query-names";

/**
 * Parts of a query that rule out every status the list's filter allows.
 *
 * said     those parts as typed: `status:open`
 * only     whether they leave only open or only done tasks; null for a mix
 * without  the query without them
 */
export type OtherStatuses = { said: string; only: "open" | "done" | null; without: string };

/**
 * Finds top-level parts of a valid query that conflict with the status filter beside it; null when there are none.
 * `status` is `open`, `done` or a key. `works`: the viewer is an agent and uses the agents' status names.
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

/** Statuses a part of a query allows; null when it may allow any. */
function leftBy(item: Query, works: boolean): readonly Status[] | null {
  const all = statuses();
  if (item.kind === "not") {
    // `-is:snoozed` still allows open statuses: the flag covers only some open tasks.
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
        // Spam, trashed and merged tasks are never open.
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

/** Negation before a term. A dash at the end of a word doesn't count. */
const TURNED = /(?<![^\s()"])(?:-|NOT(?:\s+|$))*$/;

/** Span of a term with its negation; null when the negation applies to parentheses. */
function spanOf(item: Query, text: string): Span | null {
  const term = item.kind === "not" ? item.item : item;
  if (!("at" in term)) return null;
  const start = text.slice(0, term.at.start).replace(TURNED, "").length;
  return item.kind === "not" && start === term.at.start ? null : { start, end: term.at.end };
}

/** Removes a span, and any parentheses or `AND` that only served it. */
export function cut(text: string, { start, end }: Span): string {
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()];
  if (before.endsWith("(") && (after === "" || after.startsWith(")"))) {
    const opens = before.slice(0, -1).replace(TURNED, "").length;
    return cut(text, { start: opens, end: text.length - after.slice(1).length });
  }
  const held = before.replace(/\bAND$/, "").trimEnd();
  const rest = held === before ? after.replace(/^AND\b\s*/, "") : after;
  return held === "" || held.endsWith("(") || rest.startsWith(")") ? held + rest : `${held} ${rest}`;
}
