import * as say from "./person-copy";

/**
 * Label that person fields show and accept: "Ada Lovelace <ada@example.org>".
 * Without an address: "Ada Lovelace (person 42)", because names aren't unique.
 */
export const personLabelWithId = ({ id, name, email }: { id: number; name: string; email: string | null }) =>
  email === null ? `${name} (person ${id})` : `${name} <${email}>`;

/** Shared by browser and server, so nothing here imports a library. */

export const ROLES = ["requester", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  requester: say.requester,
  agent: say.agent,
  admin: say.admin,
};

/** Where to go once an agent has resolved a task. */
export const AFTER_RESOLVE = ["stay", "next", "list"] as const;
export type AfterResolve = (typeof AFTER_RESOLVE)[number];

const USER_STATES = ["active", "disabled", "anonymised"] as const;
/** Merged people have become part of another person and are hidden. */
export type UserState = (typeof USER_STATES)[number] | "merged";

export const USER_STATE_NAMES: Record<UserState, string> = {
  active: say.active,
  disabled: say.disabled,
  anonymised: say.anonymised,
  merged: say.merged,
};

/** "invited": active, without a password, and with an open invitation. */
export const PERSON_STATES = ["invited", ...USER_STATES] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export const PERSON_STATE_NAMES: Record<PersonState, string> = { invited: say.invited, ...USER_STATE_NAMES };

/**
 * Lengths in code points. `email` is the path limit of mail (RFC 5321, 4.5.3.1.3). `typed` is "Name <address>" in a person
 * field. `addresses` counts those besides the primary.
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

export const TOO_LONG_FOR_A_PERSON = say.nameOrAddressTooLong;

const ATOM = '[^\\s@"<>,;:.\\(\\)\\[\\]\\x00-\\x1f\\x7f-\\x9f]+';
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_\\-]*[\\p{L}\\p{M}\\p{N}])?";
const LAST_LABEL = "\\p{L}(?:[\\p{L}\\p{M}\\p{N}\\-]*[\\p{L}\\p{M}\\p{N}])?"; // a number would make it an IP address

/**
 * A mailbox and a domain of at least two labels, or `localhost` for the first account (`admin@localhost`). Only a delivered
 * email proves an address. Needs the flag `u`.
 */
export const EMAIL_PATTERN = `${ATOM}(?:\\.${ATOM})*@(?:(?:${LABEL}\\.)+${LAST_LABEL}|[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt])`;

/** The signed-in person. */
export type Viewer = {
  id: number;
  name: string;
  /** Null for people known only from an import. */
  email: string | null;
  role: Role;
  /** The organization that shares its tasks with them. */
  sharedOrganizationId?: number;
  /** Preferences as stored JSON (preferences.server); absent for all defaults. */
  preferences?: string;
  /** When someone else first changed how they sign in, in UTC milliseconds; absent once dismissed. */
  accountChangedAt?: number;
};

/** Agents and admins work on tasks; requesters only create requests. */
export const isAgent = (viewer: Pick<Viewer, "role">) => viewer.role !== "requester";
