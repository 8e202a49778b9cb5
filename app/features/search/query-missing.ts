/** What the desk does not keep yet, in words that follow "Searching". */
const MISSING: Record<string, string> = {
  site: "by site",
  "is:undelivered": "for undelivered mail",
  "has:sla": "by service level",
};

/** The sentence for a qualifier, or a value such as `is:spam`, that cannot be searched by. */
export function notYet(key: string): string {
  if (["is:away", "is:unverified"].includes(key)) return `“${key}” finds people, not tasks.`;
  if (key === "role" || key === "state") return `“${key}:” finds people, not tasks.`;
  if (key.startsWith("sla")) return "Searching by service level is not possible yet.";
  return `Searching ${MISSING[key] ?? `by “${key}:”`} is not possible yet.`;
}

/** Whether the desk does not keep what this asks for. */
export const isMissing = (key: string) => key in MISSING || /^(sla\b|sort:sla)/.test(key);
