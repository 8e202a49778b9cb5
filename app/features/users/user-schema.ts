import * as z from "zod/v4";
import { cleanLine, codePoints } from "~/lib/text";
import { EMAIL_PATTERN, ROLES, USER_LIMITS } from "./user-words";

export type { Role, UserState, Viewer } from "./user-words";

const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`);

export const PersonName = z
  .string()
  .transform(cleanLine)
  .refine((name) => name !== "", "Enter a name.")
  .refine((name) => codePoints(name) <= USER_LIMITS.name, `A name has at most ${USER_LIMITS.name} characters.`);

/** An address as it is kept: as typed, without blanks around it. */
export const EmailAddress = z
  .string()
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
