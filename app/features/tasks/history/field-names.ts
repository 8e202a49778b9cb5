/** What people call what changes about a task: in forms, in the history, in sentences. */
const FIELD_NAMES: Record<string, string> = {
  title: "Title",
  status: "Status",
  priority: "Priority",
  type: "Type",
  team: "Team",
  assignee: "Assignee",
  requester: "Requester",
  tags: "Tags",
  due: "Due",
  snooze: "Snoozed until",
  checklist: "Checklist",
  confidential: "Confidential",
  participants: "In copy",
  watchers: "Watchers",
  rating: "Rating",
};

/** The name of a field; its key where nobody has given it one. A custom field stands in history by its label: "field.Floor". */
export const fieldName = (field: string) => FIELD_NAMES[field] ?? field.replace(/^field\./, "");
