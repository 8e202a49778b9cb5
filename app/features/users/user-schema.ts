import * as z from "zod/v4";
import { cleanLine, codePoints } from "~/lib/text";
import { EMAIL_PATTERN, ROLES, USER_LIMITS } from "./user-words";

export type { Role, UserState, Viewer } from "./user-words";

const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`);

export const PersonName = z
  .string("Enter a name.")
  .transform(cleanLine)
  .refine((name) => name !== "", "Enter a name.")
  .refine((name) => codePoints(name) <= USER_LIMITS.name, `A name has at most ${USER_LIMITS.name} characters.`);

/** An address as it is kept: as typed, without blanks around it. */
export const EmailAddress = z
  .string("Enter an e-mail address.")
  .transform(cleanLine)
  .refine((email) => email !== "", { error: "Enter an e-mail address.", abort: true })
  .refine((email) => EMAIL.test(email), { error: "That is not an e-mail address.", abort: true })
  .refine((email) => codePoints(email) <= USER_LIMITS.email, `An address has at most ${USER_LIMITS.email} characters.`);

export const RoleName = z.enum(ROLES, "Choose a role.");

/** The id in an address: `[1-9][0-9]{0,8}` (domain.md B15). */
export const UserId = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/)
  .transform(Number);

/** Random, made with the form: the same key twice is the same form sent twice. */
export const RequestKey = z
  .string("This form is incomplete. Load the page again.")
  .regex(/^[\w-]{8,64}$/, "This form is incomplete. Load the page again.");

/** The form of a new person. What a password has to be like depends on the address: `passwordProblem`. */
export const NewPersonForm = z.object({
  name: PersonName,
  email: EmailAddress,
  role: RoleName.default("requester"),
  password: z.string().default(""),
  requestKey: RequestKey,
});

/** Imported people have no address, and keep the right to have none. */
const NoAddress = z
  .string()
  .refine((text) => cleanLine(text) === "")
  .transform(() => null);
const MaybeEmail = z.union([NoAddress, EmailAddress]);

/** The form of a person who is edited: what is in it, and what was in it when it was shown (domain.md B12). */
export const EditPersonForm = z.object({
  name: PersonName,
  email: MaybeEmail,
  role: RoleName.optional(),
  wasName: z.string().default(""),
  wasEmail: z
    .string()
    .default("")
    .transform((email) => email || null),
  wasRole: RoleName,
});
