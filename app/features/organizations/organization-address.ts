import { formatPersonCursor, type PersonCursor, parsePersonCursor } from "~/features/users/person-cursor";
import { cleanLine } from "~/lib/text";
import { ORGANIZATION_LIMITS } from "./organization-words";

/** Where a page of organizations begins or ends: sorted by name, as people are. */
export type OrganizationCursor = PersonCursor;

export type OrganizationsAddress = {
  search: string;
  place: { after: OrganizationCursor } | { before: OrganizationCursor } | null;
};

/** Reads `?q=&after=` or `&before=`. What cannot be read counts as not said: an old bookmark still opens. */
export function readOrganizationsAddress(parameters: URLSearchParams): OrganizationsAddress {
  const after = parsePersonCursor(parameters.get("after"));
  const before = parsePersonCursor(parameters.get("before"));
  return {
    search: cleanLine((parameters.get("q") ?? "").slice(0, ORGANIZATION_LIMITS.search)),
    place: after ? { after } : before ? { before } : null,
  };
}

/** The address of a page of the list; defaults are left out of it. */
export function organizationsAddress({ search, place }: OrganizationsAddress): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set("q", search);
  if (place && "after" in place) parameters.set("after", formatPersonCursor(place.after));
  if (place && "before" in place) parameters.set("before", formatPersonCursor(place.before));
  return parameters.size > 0 ? `/organizations?${parameters}` : "/organizations";
}
