import type { AddressRefusal } from "./addresses.server";
import type { EditPerson, SetPassword, SetState } from "./user-changes.server";

import { USER_LIMITS } from "./user-words";

type Why = Exclude<EditPerson | SetState | SetPassword, { ok: true }>["why"];

/** What we say for each refusal. Adding a reason without a sentence does not compile. */
export const PERSON_REFUSALS: Record<Why, string> = {
  no_such_person: "That person is not here.",
  not_allowed: "Your account may not do that.",
  email_taken: "Somebody else has this e-mail address.",
  email_needed: "A person who has an e-mail address keeps one. Enter another instead.",
  in_use: "They sign in with their address: an admin changes it.",
  last_admin: "This is the last active admin. Make somebody else an admin first.",
  conflict: "Somebody else changed this meanwhile. Nothing was saved.",
};

export const ADDRESS_REFUSALS: Record<AddressRefusal["why"], string> = {
  not_allowed: PERSON_REFUSALS.not_allowed,
  no_such_person: PERSON_REFUSALS.no_such_person,
  no_such_address: "They do not have this address any more.",
  email_taken: PERSON_REFUSALS.email_taken,
  in_use: PERSON_REFUSALS.in_use,
  too_many: `A person has at most ${USER_LIMITS.addresses} addresses beside the first.`,
};
