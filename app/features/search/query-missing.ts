/** What the desk does not keep yet, in words that follow "Searching". */
const MISSING: Record<string, string> = {
  org: "by organization",
  site: "by site",
  file: "in file names",
  "is:undelivered": "for undelivered mail",
  "is:spam": "for spam",
  "is:trashed": "in the trash",
  "is:away": "for people who are away",
  "is:unverified": "for unverified addresses",
  "has:attachment": "for attachments",
  "has:sla": "by service level",
  "has:checklist": "for checklists",
};

/** The sentence for a qualifier, or a value such as `is:spam`, that cannot be searched by. */
export function notYet(key: string): string {
  if (key === "role" || key === "state") return `“${key}:” finds people, not tasks.`;
  if (key.startsWith("field.")) return "Searching by custom fields is not possible yet.";
  if (key.startsWith("sla")) return "Searching by service level is not possible yet.";
  return `Searching ${MISSING[key] ?? `by “${key}:”`} is not possible yet.`;
}
