import * as z from "zod/v4";
import { isDay } from "~/lib/calendar-day";
import { RequestKey, RowId, Ticked } from "~/lib/form-values";
import { cleanLine, codePoints } from "~/lib/text";
import { DATE_ORDERS } from "~/lib/time-style";
import { timeZoneNamed } from "~/lib/time-zones";
import { THEMES } from "~/ui/display-preferences";
import { oneAddress } from "./parse-people.server";
import { EMAIL_PATTERN, ROLES, USER_LIMITS } from "./users";
import * as say from "./users-copy";

export type { Role, UserState, Viewer } from "./users";

const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`, "u");
const isAddress = (email: string) => EMAIL.test(email);
const fits = (email: string) => codePoints(email) <= USER_LIMITS.email;
const NOT_AN_ADDRESS = say.thatIsNotAnEMail;
const TOO_LONG_AN_ADDRESS = say.addressAtMost(USER_LIMITS.email);

export const PersonName = z
  .string(say.enterAName)
  .transform(cleanLine)
  .refine((name) => name !== "", say.enterAName)
  .refine((name) => codePoints(name) <= USER_LIMITS.name, say.nameAtMost(USER_LIMITS.name));

/** An address as it is kept: as typed, without blanks around it. */
export const EmailAddress = z
  .string(say.enterAnEMailAddress)
  .transform(oneAddress)
  .refine((email) => email !== "", { error: say.enterAnEMailAddress, abort: true })
  .refine(isAddress, { error: NOT_AN_ADDRESS, abort: true })
  .refine(fits, TOO_LONG_AN_ADDRESS);

/** One more address for somebody. */
export const AddressForm = z.object({ email: EmailAddress });

const RoleName = z.enum(ROLES, say.chooseARole);

/** The id in an address. */
export const UserId = RowId;

/** The form of a new person. What a password has to be like depends on the address: `passwordProblem`. */
export const NewPersonForm = z.object({
  name: PersonName,
  email: EmailAddress,
  role: RoleName.default("requester"),
  password: z.string().default(""),
  requestKey: RequestKey,
});

/** An address, or null for an empty field: imported people have none, and may go on having none. */
const MaybeEmail = z
  .string(say.enterAnEMailAddress)
  .transform((email) => oneAddress(email) || null)
  .refine((email) => email === null || fits(email), TOO_LONG_AN_ADDRESS);

/** What everybody says of themselves. */
export const ProfileForm = z.object({
  name: PersonName,
  wasName: z.string().default(""),
  holdReplies: Ticked,
});

const TimeZone = z.string(say.chooseOneOfTheList).transform((zone, context) => {
  const named = timeZoneNamed(zone);
  if (named === null) context.addIssue({ code: "custom", message: say.chooseOneOfTheList });
  return named ?? "";
});

/** The desk's time zone. */
export const DeskZoneForm = z.object({ zone: TimeZone });

/** How pages look and answer to one person. */
export const DisplayForm = z.object({
  theme: z.enum(THEMES, say.chooseOneOfTheList),
  zone: z.union([z.literal(""), TimeZone], say.chooseOneOfTheList),
  dates: z.enum(DATE_ORDERS, say.chooseOneOfTheList),
  keys: Ticked.transform((on) => (on ? "on" : "off")),
});

const DAY = say.enterADay;

/** A day, or the empty text for none. */
const Day = z
  .string()
  .default("")
  .refine((day) => day === "" || isDay(day), DAY);

const CAPACITY = say.enterACapacity(USER_LIMITS.capacity);

/** When somebody is there for new tasks. */
export const AvailabilityForm = z.object({
  available: z
    .array(z.string())
    .or(z.string())
    .default("no")
    .transform((sent) => sent.includes("yes")),
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

/**
 * The form of a person who is edited: what is in it, and what was in it when it was shown. An address that was kept before
 * addresses had to be like this one stays.
 */
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
    error: NOT_AN_ADDRESS,
    path: ["email"],
  });
