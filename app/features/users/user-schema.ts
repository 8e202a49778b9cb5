import * as z from "zod/v4";
import { isDay } from "~/lib/calendar-day";
import { RequestKey, RowId, Ticked } from "~/lib/form-values";
import { cleanLine, codePoints } from "~/lib/text";
import { DATE_ORDERS } from "~/lib/time-style";
import { timeZoneNamed } from "~/lib/time-zones";
import { DENSITIES, THEMES } from "~/ui/display-preferences";
import { oneAddress } from "./parse-people.server";
import { AFTER_RESOLVE, EMAIL_PATTERN, ROLES, USER_LIMITS } from "./users";
import * as say from "./users-copy";

export type { Role, UserState, Viewer } from "./users";

const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`, "u");
const isAddress = (email: string) => EMAIL.test(email);
const fits = (email: string) => codePoints(email) <= USER_LIMITS.email;
const TOO_LONG_AN_ADDRESS = say.addressTooLong(USER_LIMITS.email);

export const PersonName = z
  .string(say.enterAName)
  .transform(cleanLine)
  .refine((name) => name !== "", say.enterAName)
  .refine((name) => codePoints(name) <= USER_LIMITS.name, say.nameTooLong(USER_LIMITS.name));

/** Keeps the case as typed; drops a name, link or spaces around the address. */
export const EmailAddress = z
  .string(say.enterAnEmail)
  .transform(oneAddress)
  .refine((email) => email !== "", { error: say.enterAnEmail, abort: true })
  .refine(isAddress, { error: say.invalidEmail, abort: true })
  .refine(fits, TOO_LONG_AN_ADDRESS);

export const AddressForm = z.object({ email: EmailAddress });

const RoleName = z.enum(ROLES, say.chooseARole);

export const UserId = RowId;

/** `passwordProblem` checks the password, because its rules depend on the address. */
export const NewPersonForm = z.object({
  name: PersonName,
  email: EmailAddress,
  role: RoleName.default("requester"),
  password: z.string().default(""),
  requestKey: RequestKey,
});

/** Null for an empty field: imported people may have no address. */
const MaybeEmail = z
  .string(say.enterAnEmail)
  .transform((email) => oneAddress(email) || null)
  .refine((email) => email === null || fits(email), TOO_LONG_AN_ADDRESS);

export const ProfileForm = z.object({
  name: PersonName,
  wasName: z.string().default(""),
  holdReplies: Ticked,
});

const TimeZone = z.string(say.chooseAnOption).transform((zone, context) => {
  const named = timeZoneNamed(zone);
  if (named === null) context.addIssue({ code: "custom", message: say.chooseAnOption });
  return named ?? "";
});

export const DeskZoneForm = z.object({ zone: TimeZone });

export const DisplayForm = z.object({
  theme: z.enum(THEMES, say.chooseAnOption),
  zone: z.union([z.literal(""), TimeZone], say.chooseAnOption),
  dates: z.enum(DATE_ORDERS, say.chooseAnOption),
  keys: Ticked.transform((on) => (on ? "on" : "off")),
  density: z.enum(DENSITIES, say.chooseAnOption),
  afterResolve: z.enum(AFTER_RESOLVE, say.chooseAnOption).default("stay"),
});

/** A day, or "" for none. */
const Day = z
  .string()
  .default("")
  .refine((day) => day === "" || isDay(day), say.enterADay);

const CAPACITY = say.enterAnOpenTaskLimit(USER_LIMITS.capacity);

export const AvailabilityForm = z.object({
  available: Ticked,
  capacity: z
    .string(CAPACITY)
    .trim()
    .regex(/^\d{1,3}$/, CAPACITY)
    .transform(Number)
    .refine((number) => number >= 1 && number <= USER_LIMITS.capacity, CAPACITY),
  absentFrom: Day,
  absentUntil: Day,
  substitute: z.string().default("").transform(cleanLine),
});

/** Values as submitted and, in `was…`, as loaded. An unchanged address may break the rules: it may be older than they are. */
export const EditPersonForm = z
  .object({
    name: PersonName,
    email: MaybeEmail,
    role: RoleName.optional(),
    wasName: z.string().default(""),
    wasEmail: z
      .string()
      .default("")
      .transform((email) => email || null),
    wasRole: RoleName,
  })
  .refine(({ email, wasEmail }) => email === null || email === wasEmail || isAddress(email), {
    error: say.invalidEmail,
    path: ["email"],
  });
