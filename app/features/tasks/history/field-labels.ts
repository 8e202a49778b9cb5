/** What people call what changes about a task: in forms, in the history, in sentences. */
const FIELD_LABELS: Record<string, string> = {
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

/** The label of a field; its key where nobody has given it one. A custom field stands in history by its label: "field.Floor". */
export const fieldLabel = (field: string) => FIELD_LABELS[field] ?? field.replace(/^field\./, "");
