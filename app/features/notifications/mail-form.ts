import * as z from "zod/v4";
import { MAIL_WAITS } from "~/features/users/mail-preferences";
import { Ticked } from "~/lib/form-values";
import { isTimeOfDay } from "./mail-time";
import * as say from "./notifications-copy";

/** Some browsers send seconds with a time. */
const Time = z
  .string(say.enterATime)
  .default("")
  .transform((text) => text.trim().slice(0, "22:00".length))
  .refine((text) => text === "" || isTimeOfDay(text), say.enterATime);

/** When an agent's notifications are mailed. */
export const MailForm = z
  .object({
    mailWait: z.enum(MAIL_WAITS, say.chooseAnOption),
    quietFrom: Time,
    quietUntil: Time,
    urgentBreaksQuiet: Ticked,
  })
  .refine(({ quietFrom, quietUntil }) => (quietFrom === "") === (quietUntil === ""), {
    path: ["quietUntil"],
    error: say.enterBothTimes,
  });
