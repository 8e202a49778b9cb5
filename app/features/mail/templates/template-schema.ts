import * as z from "zod/v4";
import { line, lines } from "~/features/records/form-schema";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { TEMPLATE_LIMITS, type TemplateKind } from "./mail-templates";
import * as say from "./templates-copy";

const NO_DAYS = say.enterDays(TEMPLATE_LIMITS.days);

/** The form of a template. An empty footer is fine: replies have none then. */
export const templateSchema = (kind: TemplateKind) =>
  z.object({
    version: z
      .string(INCOMPLETE_FORM)
      .regex(/^\d{1,9}$/, INCOMPLETE_FORM)
      .transform(Number),
    subject:
      kind === "footer"
        ? z.undefined().transform(() => "")
        : line(TEMPLATE_LIMITS.subject, say.subjectTooLong(TEMPLATE_LIMITS.subject), say.enterSubject),
    body: lines(TEMPLATE_LIMITS.body, say.textTooLong(formatNumber(TEMPLATE_LIMITS.body))).refine(
      (text) => kind === "footer" || text !== "",
      say.enterText,
    ),
    days:
      kind === "reminder"
        ? z
            .string(NO_DAYS)
            .trim()
            .regex(/^\d{1,2}$/, NO_DAYS)
            .transform(Number)
            .refine((days) => days <= TEMPLATE_LIMITS.days, NO_DAYS)
        : z.undefined().transform(() => 0),
  });
