import * as say from "./organizations-copy";

/** Words and limits of organizations that browser and server share. Nothing here needs a library. */

export const SHARINGS = ["none", "managers", "members"] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Who sees the requests of its people beside their own. */
export const SHARING_NAMES: Record<Sharing, string> = {
  none: say.nobody,
  managers: say.itsManagers,
  members: say.allItsMembers,
};

/** Lengths in code points; a domain by the limit of names (RFC 1035, 2.3.4). */
export const ORGANIZATION_LIMITS = { name: 120, note: 5000, domain: 253, domains: 50, search: 200 } as const;

/** What the form of an organization shows and sends back. `domains`: one a line, in order. */
export type OrganizationFields = { name: string; domains: string; sharing: Sharing; note: string };

export const ORGANIZATION_FIELDS = [
  "name",
  "domains",
  "sharing",
  "note",
] as const satisfies readonly (keyof OrganizationFields)[];

/** Fields that decide who sees whose requests. Only admins change them. */
export const ADMIN_FIELDS = ["domains", "sharing"] as const satisfies readonly (keyof OrganizationFields)[];

export const ORGANIZATION_LABELS: Record<keyof OrganizationFields, string> = {
  name: say.name,
  domains: say.emailDomains,
  sharing: say.whoSeesItsRequests,
  note: say.noteForAgents,
};

export const NEW_ORGANIZATION: OrganizationFields = { name: "", domains: "", sharing: "none", note: "" };

export const domainsIn = (text: string): string[] => text.split("\n").filter((domain) => domain !== "");

/** A field's value as people read it. */
export function organizationValue(field: keyof OrganizationFields, fields: OrganizationFields): string {
  if (field === "sharing") return SHARING_NAMES[fields.sharing];
  return field === "domains" ? domainsIn(fields.domains).join(", ") || say.noDomains : fields[field];
}

/** What finds an organization in a query: `org:Harbour`, `org:"Harbour works"`. */
export const orgQuery = (name: string) =>
  `org:${/^[^\s",()]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`}`;
