import * as say from "./search-texts";

/** What the desk does not keep yet, in words that follow "Searching". */
const MISSING: Record<string, string> = {
  site: "by site",
  "is:undelivered": "for undelivered mail",
  "has:sla": "by service level",
};

/** The sentence for a qualifier, or a value such as `is:spam`, that cannot be searched by. */
export function notYet(key: string): string {
  if (["is:away", "is:unverified"].includes(key)) return say.findsPeople(key);
  if (key === "role" || key === "state") return say.fieldFindsPeople(key);
  if (key.startsWith("sla")) return say.noServiceLevelsYet;
  return say.notSearchedYet(MISSING[key] ?? `by “${key}:”`);
}

/** Whether the desk does not keep what this asks for. */
export const isMissing = (key: string) => key in MISSING || /^(sla\b|sort:sla)/.test(key);
