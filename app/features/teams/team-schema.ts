import * as z from "zod/v4";
import { RequestKey, Ticked } from "~/lib/form-values";
import { cleanLine, cleanText, codePoints } from "~/lib/text";
import { ASSIGNMENTS, afterReplyChoices, TEAM_FIELDS, TEAM_LIMITS, type TeamFields, VISIBILITIES } from "./teams";
import * as say from "./teams-copy";

const Name = z
  .string(say.enterAName)
  .transform(cleanLine)
  .refine((name) => name !== "", say.enterAName)
  .refine((name) => codePoints(name) <= TEAM_LIMITS.name, say.nameAtMost(TEAM_LIMITS.name));

const Description = z
  .string()
  .default("")
  .transform(cleanText)
  .refine((text) => codePoints(text) <= TEAM_LIMITS.description, say.descriptionAtMost(TEAM_LIMITS.description));

const days = (most: number) => {
  const sentence = say.enterDays(most);
  return z
    .string(sentence)
    .trim()
    .regex(/^\d{1,3}$/, sentence)
    .transform(Number)
    .refine((number) => number <= most, sentence);
};

const CHOOSE = say.chooseOneOfTheList;

export const TeamForm = z.object({
  name: Name,
  description: Description,
  visibility: z.enum(VISIBILITIES, CHOOSE),
  isDefault: Ticked,
  assignment: z.enum(ASSIGNMENTS, CHOOSE),
  afterReply: z.string(CHOOSE).refine((key) => afterReplyChoices().some(({ value }) => value === key), CHOOSE),
  autoCloseDays: days(TEAM_LIMITS.autoCloseDays),
  reopenDays: days(TEAM_LIMITS.reopenDays),
});

export const NewTeamForm = TeamForm.extend({ requestKey: RequestKey });

/** Values from when the form was loaded; null if they're invalid. */
export function readWas(form: FormData): TeamFields | null {
  const texts = Object.fromEntries(TEAM_FIELDS.map((field) => [field, form.get(`was_${field}`)]));
  const was = TeamForm.safeParse(texts);
  return was.success ? was.data : null;
}
