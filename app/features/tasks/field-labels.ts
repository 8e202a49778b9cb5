import { startOfDay } from "~/lib/calendar-day";
import { dayInWords } from "~/ui/format-time";
import * as say from "./tasks-copy";

const namesIn = (list: string) => list.split(", ").filter(Boolean);

/** What of "net, vpn" is new in "mail, net" and what is gone, each as such a list. */
export function addedAndRemoved(from: string, to: string): { added: string; removed: string } {
  const [before, after] = [namesIn(from), namesIn(to)];
  return {
    added: after.filter((name) => !before.includes(name)).join(", "),
    removed: before.filter((name) => !after.includes(name)).join(", "),
  };
}

/** A value as forms and events have it, in words: a day is "25 November". */
export function valueInWords<Value extends string | null>(field: string | null, value: Value, now: number) {
  const at = field === "due" || field === "snooze" ? startOfDay(value ?? "") : null;
  return at === null || Number.isNaN(at) ? value : dayInWords(at, now);
}

/** What people call what changes about a task: in forms, in the history, in sentences. */
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

/** The label of a field; its key where nobody has given it one. A custom field stands in history by its label: "field.Floor". */
export const fieldLabel = (field: string) => FIELD_LABELS[field] ?? field.replace(/^field\./, "");
