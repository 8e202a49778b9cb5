import * as say from "./person-copy";

/**
 * A person as a field for people shows and accepts them: "Ada Lovelace <ada@example.org>", or with their number where there
 * is no address, for the name alone could mean several people.
 */
export const personLabelWithId = ({ id, name, email }: { id: number; name: string; email: string | null }) =>
  email === null ? `${name} (person ${id})` : `${name} <${email}>`;

/** Words and limits of people that browser and server share. Nothing here needs a library. */

export const ROLES = ["requester", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  requester: say.requester,
  agent: say.agent,
  admin: say.admin,
};

export const USER_STATES = ["active", "disabled", "anonymised"] as const;
/** Nobody sees a person who has become a part of another. */
export type UserState = (typeof USER_STATES)[number] | "merged";

export const USER_STATE_NAMES: Record<UserState, string> = {
  active: say.active,
  disabled: say.disabled,
  anonymised: say.anonymised,
  merged: say.merged,
};

/** What people are shown of it: who has not yet chosen the password they were invited to has an account nobody has used. */
export const PERSON_STATES = ["invited", ...USER_STATES] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export const PERSON_STATE_NAMES: Record<PersonState, string> = { invited: say.invited, ...USER_STATE_NAMES };

/**
 * Lengths in code points; the address by the path limit of mail (RFC 5321, 4.5.3.1.3); `typed` is "Name <address>" in a
 * field that asks for somebody; `addresses` are those beside the first.
 */
export const USER_LIMITS = {
  name: 120,
  email: 254,
  typed: 400,
  passwordMin: 10,
  passwordMax: 128,
  search: 1000,
  capacity: 200,
  addresses: 10,
} as const;

export const TOO_LONG_FOR_A_PERSON = say.tooLongForAPerson;

const ATOM = '[^\\s@"<>,;:.\\(\\)\\[\\]\\x00-\\x1f\\x7f-\\x9f]+';
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_\\-]*[\\p{L}\\p{M}\\p{N}])?";
const LAST_LABEL = "\\p{L}(?:[\\p{L}\\p{M}\\p{N}\\-]*[\\p{L}\\p{M}\\p{N}])?"; // a number would make it an IP address

/**
 * A mailbox and a domain of at least two parts, or `localhost`: the first account is `admin@localhost`. Only a delivered email
 * can prove an address. Needs the flag `u`.
 */
export const EMAIL_PATTERN = `${ATOM}(?:\\.${ATOM})*@(?:(?:${LABEL}\\.)+${LAST_LABEL}|[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt])`;

/** The person who is asking: what features need to know of whoever is signed in. */
export type Viewer = {
  id: number;
  name: string;
  /** Null for people known only from an import. */
  email: string | null;
  role: Role;
  /** The organization whose tasks are shared with them, if one is. */
  sharedOrganizationId?: number;
  /** What they have chosen for themselves, as it is stored (preferences.server); absent for nothing. */
  preferences?: string;
  /** When others first changed how they sign in, until they have seen it; absent for nothing. */
  accountChangedAt?: number;
};

/** Whether this role works on tasks; requesters only make requests. */
export const isAgent = (viewer: Pick<Viewer, "role">) => viewer.role !== "requester";
