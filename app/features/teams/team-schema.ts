import * as z from "zod/v4";
import { line, lines } from "~/features/records/form-schema";
import { RequestKey, Ticked } from "~/lib/form-values";
import { ASSIGNMENTS, afterReplyChoices, TEAM_LIMITS, VISIBILITIES } from "./teams";
import * as say from "./teams-copy";

const days = (most: number) => {
  const sentence = say.enterDays(most);
  return z
    .string(sentence)
    .trim()
    .regex(/^\d{1,3}$/, sentence)
    .transform(Number)
    .refine((number) => number <= most, sentence);
};

const CHOOSE = say.chooseAnOption;

export const TeamForm = z.object({
  name: line(TEAM_LIMITS.name, say.nameTooLong(TEAM_LIMITS.name), say.enterAName),
  description: lines(TEAM_LIMITS.description, say.descriptionTooLong(TEAM_LIMITS.description)),
  visibility: z.enum(VISIBILITIES, CHOOSE),
  isDefault: Ticked,
  assignment: z.enum(ASSIGNMENTS, CHOOSE),
  afterReply: z.string(CHOOSE).refine((key) => afterReplyChoices().some(({ value }) => value === key), CHOOSE),
  autoCloseDays: days(TEAM_LIMITS.autoCloseDays),
  reopenDays: days(TEAM_LIMITS.reopenDays),
  thanksFilter: Ticked,
  showsFirstAnswer: Ticked,
});

export const NewTeamForm = TeamForm.extend({ requestKey: RequestKey });
