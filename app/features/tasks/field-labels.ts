import * as say from "./tasks-copy";

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
