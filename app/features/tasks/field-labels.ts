import { startOfDay } from "~/lib/calendar-day";
import { dayInWords } from "~/ui/format-time";
import * as say from "./tasks-copy";

const namesIn = (list: string) => list.split(", ").filter(Boolean);

/** Compares two lists such as "mail, net" and "net, vpn". Returns both differences in the same format. */
export function addedAndRemoved(from: string, to: string): { added: string; removed: string } {
  const [before, after] = [namesIn(from), namesIn(to)];
  return {
    added: after.filter((name) => !before.includes(name)).join(", "),
    removed: before.filter((name) => !after.includes(name)).join(", "),
  };
}

/** Formats a form or event value for display: a day becomes "25 November". */
export function formatFieldValue<Value extends string | null>(field: string | null, value: Value, now: number) {
  const at = field === "due" || field === "snooze" ? startOfDay(value ?? "") : null;
  return at === null || Number.isNaN(at) ? value : dayInWords(at, now);
}

const FIELD_LABELS: Record<string, string> = {
  title: say.title,
  status: say.status,
  priority: say.priority,
  type: say.type,
  team: say.team,
  assignee: say.assignee,
  requester: say.requester,
  tags: say.tags,
  due: say.due,
  snooze: say.snoozed,
  checklist: say.checklist,
  confidential: say.confidential,
  participants: say.inCopy,
  watchers: say.watchers,
  rating: say.rating,
};

/** A field's label; its key if it has none. History stores a custom field by its label: "field.Floor". */
export const fieldLabel = (field: string) => FIELD_LABELS[field] ?? field.replace(/^field\./, "");
