/* Copy that other features import too; the rest is in users-copy. */

export const active = "Active";

export const admin = "Admin";

export const agent = "Agent";

export const anonymised = "Anonymised";

export const disabled = "Disabled";

export const invited = "Invited";

export const merged = "Merged";

export const requester = "Requester";

export const nameOrAddressTooLong = "That's too long for a name or an address. Shorten it.";
