import { PRIORITY_KEYS } from "~/features/tasks/tasks";
import { ROLES } from "~/features/users/users";

/* The query language's qualifiers and their values. Nothing here depends on data. */

/**
 * The kind of values a qualifier takes.
 *
 * choice  one of a fixed list
 * name    a name or key from the database, checked when the query is compiled
 * person  a name, an address, `me`, `none`, `any`
 * text    words, limited to one part of a task
 * past    a date, a range of dates or an age
 * future  a date, a range of dates or the time left
 * count   a whole number
 * task    a task number, with or without #
 * zone    a time zone such as Europe/Berlin
 * custom  the custom field's kind of value
 */
export type FieldKind =
  | "choice"
  | "name"
  | "person"
  | "text"
  | "past"
  | "future"
  | "count"
  | "task"
  | "zone"
  | "custom";

export type Field = {
  kind: FieldKind;
  choices?: readonly string[];
  /** Whether the value may follow >, >=, < or <=. */
  compares?: boolean;
  /** Whether the qualifier finds people, or both people and tasks. Absent: tasks. */
  finds?: "people" | "both";
};

export const SORT_KEYS = ["attention", "updated", "created", "priority", "due", "sla", "number", "relevance"] as const;
const SLA_STATES = ["ok", "warning", "breached", "paused", "met", "none"] as const;

/** `is:` flags that only apply to people. */
export const PEOPLE_FLAGS: readonly string[] = ["away", "unverified"];

const person: Field = { kind: "person" };
const name: Field = { kind: "name" };
const text: Field = { kind: "text" };
const past: Field = { kind: "past", compares: true };
const future: Field = { kind: "future", compares: true };
const choice = (...choices: readonly string[]): Field => ({ kind: "choice", choices });
const sla = choice(...SLA_STATES);

/** Qualifiers for when a clock ended, and how. */
export const CLOCK_ENDS = ["met", "breached", "retargeted"].flatMap((end) => [
  ...[`${end}.first`, `${end}.next`, `${end}.resolve`],
]);

const FIELDS = new Map<string, Field>(
  Object.entries({
    status: name,
    is: {
      ...choice(
        ...["open", "done", "mine", "unassigned", "unread", "unanswered", "watched", "snoozed", "overdue"],
        ...["confidential", "undelivered", "merged", "spam", "trashed", "child", "parent", "one-touch"],
        ...PEOPLE_FLAGS,
      ),
      finds: "both",
    },
    has: choice("attachment", "draft", "due", "sla", "checklist", "link", "note", "rating"),
    awaiting: choice("us", "requester", "third_party", "nobody"),
    ...{ assignee: person, requester: person, participant: person, watcher: person, author: person, creator: person },
    team: { ...name, finds: "both" },
    org: { ...name, finds: "both" },
    ...{ type: name, tag: name, channel: name, site: name },
    priority: { ...choice(...PRIORITY_KEYS), compares: true },
    ...{ sla, "sla.first": sla, "sla.next": sla, "sla.resolve": sla },
    ...{ created: past, updated: past, resolved: past, closed: past, replied: past },
    ...{ due: future, "sla-due": future, snooze: future },
    parent: { kind: "task" },
    linked: { kind: "task" },
    ...{ title: text, body: text, note: text, file: text },
    rating: choice("good", "bad", "none"),
    reopened: { kind: "count", compares: true },
    ...{ answered: past, rated: past, backlog: { kind: "past" } },
    ...Object.fromEntries(CLOCK_ENDS.map((key) => [key, past])),
    zone: { kind: "zone" },
    sort: choice(...SORT_KEYS.flatMap((key) => [key, `${key}-asc`, `${key}-desc`])),
    role: { ...choice(...ROLES), finds: "people" },
    state: { ...choice("invited", "active", "disabled", "anonymised"), finds: "people" },
  } satisfies Record<string, Field>),
);

const CUSTOM: Field = { kind: "custom", compares: true };

/** Pattern source for a key: a plain key, or `field.` and a custom field's key or label. */
export const QUERY_KEY = String.raw`field\.(?:"(?:[^"\\]|\\.)+"|[^\s"():,]+)|[a-z][a-z0-9_.-]*`;

/** Normalises a typed key: lower case, label unquoted. */
export const keyOf = (written: string) =>
  written.toLowerCase().replace(/^field\."(.+)"$/s, (_, label: string) => `field.${label.replace(/\\(["\\])/g, "$1")}`);

/** Rules of a qualifier, by lower-case key; null for an unknown key. */
export function fieldOf(key: string): Field | null {
  return FIELDS.get(key) ?? (/^field\../s.test(key) ? CUSTOM : null);
}

export const FIELD_KEYS = [...FIELDS.keys()];

/** The word closest to `typed`; null when none is within two edits (fewer for short words). */
export function nearest(typed: string, words: readonly string[]): string | null {
  const bearable = typed.length < 3 ? 0 : typed.length < 5 ? 1 : 2;
  let best: string | null = null;
  let least = bearable + 1;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) >= least) continue;
    const slips = slipsBetween(typed, word);
    if (slips < least) [best, least] = [word, slips];
  }
  return best;
}

/** Edit distance that counts swapping neighbouring letters as one edit. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let slips = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (before[j - 2] ?? 0) + 1);
      next.push(slips);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
