/** What the desk does not keep yet, in words that follow "Searching". */
const MISSING: Record<string, string> = {
  participant: "by participant",
  watcher: "by watcher",
  org: "by organization",
  site: "by site",
  snooze: "by snooze time",
  parent: "by parent task",
  linked: "by linked task",
  file: "in file names",
  rating: "by rating",
  "is:unread": "for unread tasks",
  "is:watched": "for watched tasks",
  "is:snoozed": "for snoozed tasks",
  "is:confidential": "for confidential tasks",
  "is:undelivered": "for undelivered mail",
  "is:merged": "for merged tasks",
  "is:spam": "for spam",
  "is:trashed": "in the trash",
  "is:child": "for sub-tasks",
  "is:parent": "for tasks with sub-tasks",
  "is:away": "for people who are away",
  "is:unverified": "for unverified addresses",
  "has:attachment": "for attachments",
  "has:draft": "for drafts",
  "has:sla": "by service level",
  "has:checklist": "for checklists",
  "has:link": "for links",
  "has:rating": "by rating",
};

/** The sentence for a qualifier, or a value such as `is:unread`, that cannot be searched by. */
export function notYet(key: string): string {
  if (key === "role" || key === "state") return `“${key}:” finds people, not tasks.`;
  if (key.startsWith("field.")) return "Searching by custom fields is not possible yet.";
  if (key.startsWith("sla")) return "Searching by service level is not possible yet.";
  return `Searching ${MISSING[key] ?? `by “${key}:”`} is not possible yet.`;
}
