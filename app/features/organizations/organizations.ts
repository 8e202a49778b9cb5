import { formatPersonCursor, type PersonCursor, parsePersonCursor } from "~/features/users/people-list-url";
import { type PagePlace, pageHref, parsePlace } from "~/lib/page-cursor";
import type { Refusal } from "~/lib/refusal";
import { cleanLine } from "~/lib/text";
import type { DomainsPublic, OrganizationRefusal } from "./organization-changes.server";
import * as say from "./organizations-copy";

/** Shared by browser and server, so nothing here imports a library. */

export const SHARINGS = ["none", "managers", "members"] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Who sees its members' requests, besides the requester and agents. */
export const SHARING_NAMES: Record<Sharing, string> = {
  none: say.notShared,
  managers: say.managers,
  members: say.allMembers,
};

/** Lengths in code points, except `domains`, a count; `domain` is the limit of names (RFC 1035, 2.3.4). */
export const ORGANIZATION_LIMITS = { name: 120, note: 5000, domain: 253, domains: 50, search: 200 } as const;

/** Form values. `domains`: one per line, sorted. */
export type OrganizationFields = { name: string; domains: string; sharing: Sharing; note: string };

/** These decide who sees whose requests, so only admins change them. */
export const ADMIN_FIELDS = ["domains", "sharing"] as const satisfies readonly (keyof OrganizationFields)[];

export const ORGANIZATION_LABELS: Record<keyof OrganizationFields, string> = {
  name: say.name,
  domains: say.emailDomains,
  sharing: say.requestsSharedWith,
  note: say.noteForAgents,
};

export const ORGANIZATION_FIELDS = Object.keys(ORGANIZATION_LABELS) as (keyof OrganizationFields)[];

export const NEW_ORGANIZATION: OrganizationFields = { name: "", domains: "", sharing: "none", note: "" };

export const domainsIn = (text: string): string[] => text.split("\n").filter((domain) => domain !== "");

/** A field's value as display text. */
export function organizationValue(field: keyof OrganizationFields, fields: OrganizationFields): string {
  if (field === "sharing") return SHARING_NAMES[fields.sharing];
  return field === "domains" ? domainsIn(fields.domains).join(", ") || say.noDomains : fields[field];
}

/** Query that finds an organization: `org:Harbour`, `org:"Harbour works"`. */
export const orgQuery = (name: string) =>
  `org:${/^[^\s",()]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`}`;

/** Organizations are sorted by name, like people. */
export type OrganizationCursor = PersonCursor;

type OrganizationsAddress = { search: string; place: PagePlace<OrganizationCursor> };

/** Reads `?q=&after=` or `&before=`. Skips unreadable values, so an old bookmark still opens. */
export const readOrganizationsAddress = (parameters: URLSearchParams): OrganizationsAddress => ({
  search: cleanLine((parameters.get("q") ?? "").slice(0, ORGANIZATION_LIMITS.search)),
  place: parsePlace(parameters, parsePersonCursor),
});

/** URL of a page of the list, without default values. */
export const organizationsAddress = ({ search, place }: OrganizationsAddress) =>
  pageHref("/organizations", { q: search }, place, formatPersonCursor);

const ALL_SEE = { none: say.requestsNotShared, managers: say.managersSeeRequests, members: say.membersSeeRequests };

/** Warns the admin who confirms these domains. */
export function publicDomainsWarning({ domains, begins, people, sharing }: DomainsPublic): string {
  const anyone = say.publicDomainWarning(domains.join(", "));
  return `${anyone} ${begins === "joining" ? say.peopleJoin(people) : say.memberCount(people)} ${ALL_SEE[sharing]}`;
}

type Errors = { status: number; errors: Refusal["errors"]; formErrors?: string[] };

/** The status and messages for a form refused because of its values. */
export function organizationErrors(refused: OrganizationRefusal): Errors {
  switch (refused.why) {
    case "name_taken":
      return { status: 422, errors: { name: [say.nameIsTaken] } };
    case "admins_only":
      return { status: 403, errors: {}, formErrors: [say.onlyAdminsChangeThese] };
    case "domain_taken":
      return { status: 422, errors: { domains: [say.domainIsTaken(refused.domain, refused.by)] } };
    case "public_domains":
      return { status: 422, errors: { publicDomains: [publicDomainsWarning(refused)] } };
  }
}
