import type {
  DomainsPublic,
  DomainTaken,
  OrganizationConflict,
  OrganizationRefusal,
} from "./organization-changes.server";
import { organizationValue } from "./organization-words";
import * as say from "./organizations-copy";

/** What we say for each refusal. Adding a reason without a sentence does not compile. */
export const ORGANIZATION_REFUSALS: Record<OrganizationRefusal["why"], string> = {
  not_allowed: say.yourAccountMayNotDoThat,
  no_such_organization: say.organizationIsNotHere,
  name_taken: say.nameIsTaken,
  admins_only: say.onlyAdminsChangeThese,
};

export const domainTaken = ({ domain, by }: DomainTaken) => say.domainIsTaken(domain, by);

const ALL_SEE = { none: say.theyDoNotSee, managers: say.managersSee, members: say.theySeeEachOthers };

/** Tells the admin who confirms these domains what using them means. */
export function whatPublicDomainsMean({ domains, begins, people, sharing }: DomainsPublic): string {
  const anyone = say.anyoneHasAnAddress(domains.join(", "));
  return `${anyone} ${begins === "joining" ? say.peopleJoin(people) : say.peopleBelong(people)} ${ALL_SEE[sharing]}`;
}

export const ORGANIZATION_CONFLICT = say.changedMeanwhile;

/** Beside each field that two people changed: what the other one made of it. */
export function theirValues({ fields, current }: OrganizationConflict): Record<string, string[]> {
  return Object.fromEntries(fields.map((field) => [field, [say.itIsNow(organizationValue(field, current))]]));
}
