import type { AddressRefusal } from "./addresses.server";
import type { EditConflict, Refused } from "./user-changes.server";
import { USER_LIMITS } from "./users";
import * as say from "./users-copy";

export const PERSON_REFUSALS: Record<(Refused | EditConflict)["why"], string> = {
  no_such_person: say.noSuchPerson,
  not_allowed: say.noPermission,
  email_taken: say.addressIsTaken,
  email_needed: say.cannotClearEmail,
  in_use: say.signsInWithAddress,
  too_many: say.tooManyAddresses(USER_LIMITS.addresses),
  last_admin: say.lastActiveAdmin,
  conflict: say.changedMeanwhile,
};

export const ADDRESS_REFUSALS: Record<AddressRefusal["why"], string> = {
  ...PERSON_REFUSALS,
  no_such_address: say.addressIsGone,
  only_confirmed: say.confirmAnotherFirst,
};
