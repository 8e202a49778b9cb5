import * as say from "./search-copy";

/** What is said of what the desk does not keep yet. */
const MISSING: Record<string, string> = {
  site: say.noSitesYet,
  "is:undelivered": say.noUndeliveredMailYet,
  "has:sla": say.noServiceLevelsYet,
};

/** The sentence for a qualifier, or a value such as `is:spam`, that cannot be searched by. */
export function notYet(key: string): string {
  if (["is:away", "is:unverified"].includes(key)) return say.findsPeople(key);
  if (key === "role" || key === "state") return say.fieldFindsPeople(key);
  if (key.startsWith("sla")) return say.noServiceLevelsYet;
  return MISSING[key] ?? say.notSearchedByYet(key);
}

/** Whether the desk does not keep what this asks for. */
export const isMissing = (key: string) => key in MISSING || /^(sla\b|sort:sla)/.test(key);
