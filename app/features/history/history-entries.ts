import type { Selectable } from "kysely";
import type { Database } from "~/db/types";

/** An event row, as far as the viewer may see it. */
export type EventRow = Pick<
  Selectable<Database["event"]>,
  "id" | "kind" | "field" | "old_value" | "new_value" | "actor_id" | "via" | "at" | "change_set_id"
> & {
  /** Null for the system, or when an import doesn't know the person. */
  actor: string | null;
  /** The run of a rule that made it, and the rule's name. */
  rule_run_id: number | null;
  rule_name: string | null;
  because: string | null;
};

/** Part of an entry. `by` is null when the system made this part of a person's change. */
export type Change = Pick<EventRow, "id" | "kind" | "field"> & { from: string | null; to: string | null; by?: null };

export type Entry = Pick<EventRow, "id" | "actor" | "via" | "at"> & {
  changeSetId: number | null;
  changes: Change[];
  /** The rule that made it, and why. */
  rule?: { name: string; because: string };
};

/**
 * Groups events, oldest first: by change set, with its side effects; otherwise by person and time, such as a reply and
 * the status it set. Events of a rule are separate, because each gives its reason.
 */
export function entriesOf(events: readonly EventRow[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const event of events) {
    const set = event.change_set_id;
    const key = set === null ? `${event.actor_id} ${event.via} ${event.at} ${event.rule_run_id}` : `set ${set}`;
    const entry = entries.get(key);
    const { old_value: from, new_value: to } = event;
    const change: Change = { id: event.id, kind: event.kind, field: event.field, from, to };
    if (entry) entry.changes.push(event.actor === entry.actor ? change : { ...change, by: null });
    else {
      const { id, actor, via, at } = event;
      const { rule_name: name, because } = event;
      const rule = name !== null && because !== null && { rule: { name, because } };
      entries.set(key, { id, actor, via, at, changeSetId: set, changes: [change], ...rule });
    }
  }
  return [...entries.values()];
}
