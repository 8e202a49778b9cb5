import type { DomainTaken, OrganizationConflict, OrganizationRefusal } from "./organization-changes.server";
import { type OrganizationFields, organizationValue } from "./organization-words";

/** What we say for each refusal. Adding a reason without a sentence does not compile. */
export const ORGANIZATION_REFUSALS: Record<OrganizationRefusal["why"], string> = {
  not_allowed: "Your account may not do that.",
  no_such_organization: "That organization is not here.",
  name_taken: "Another organization has this name.",
  own_sharing: "You belong to this organization: an admin says what is shared in it.",
};

export const domainTaken = ({ domain, by }: DomainTaken) => `${domain} is a domain of ${by}.`;

export const ORGANIZATION_CONFLICT = "Somebody else changed this organization meanwhile. Nothing was saved.";

/** Beside each field that two people changed: what the other one made of it. */
export function theirValues({ fields, current }: OrganizationConflict): Record<string, string[]> {
  const sentence = (field: keyof OrganizationFields) =>
    `It is now “${organizationValue(field, current)}”. Save again to replace that with yours, or write that here to keep it.`;
  return Object.fromEntries(fields.map((field) => [field, [sentence(field)]]));
}

/** Behind "saved": who has come in by a domain. */
export const whoJoined = (joined: number) =>
  joined === 0
    ? ""
    : joined === 1
      ? ". 1 person joined by their address"
      : `. ${joined} people joined by their addresses`;
