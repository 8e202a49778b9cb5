import type { EditPerson, SetPassword, SetState } from "./user-changes.server";

type Why = Exclude<EditPerson | SetState | SetPassword, { ok: true }>["why"];

/** What we say for each refusal. Adding a reason without a sentence does not compile. */
export const PERSON_REFUSALS: Record<Why, string> = {
  no_such_person: "That person is not here.",
  not_allowed: "Your account may not do that.",
  email_taken: "Somebody else has this e-mail address.",
  email_needed: "A person who has an e-mail address keeps one. Enter another instead.",
  last_admin: "This is the last active admin. Make somebody else an admin first.",
  conflict: "Somebody else changed this meanwhile. Nothing was saved.",
};
