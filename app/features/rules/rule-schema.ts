import * as z from "zod/v4";
import { line, lines } from "~/features/records/form-schema";
import { RequestKey, Ticked } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { sortKey } from "~/lib/search-tokens";
import {
  ACTION_NUMBERS,
  isActionKind,
  isTriggerKind,
  NEW_RULE,
  RULE_FIELDS,
  RULE_LIMITS,
  type RuleFields,
} from "./rules";
import * as say from "./rules-copy";
import { parseSchedule } from "./schedule";

const Kind = z
  .string()
  .default("")
  .refine((kind) => kind === "" || isActionKind(kind), say.chooseAnAction);
const Value = lines(RULE_LIMITS.value, say.valueTooLong(formatNumber(RULE_LIMITS.value)));

const rows = Object.fromEntries(
  ACTION_NUMBERS.flatMap((number) => [
    [`action${number}`, Kind],
    [`value${number}`, Value],
  ]),
) as unknown as Record<`action${(typeof ACTION_NUMBERS)[number]}`, typeof Kind> &
  Record<`value${(typeof ACTION_NUMBERS)[number]}`, typeof Value>;

const Fields = z.object({
  name: line(RULE_LIMITS.name, say.nameTooLong(RULE_LIMITS.name), say.enterAName).refine(
    (name) => name === "" || sortKey(name) !== "",
    say.nameNeedsALetter,
  ),
  trigger: z.string(say.chooseATrigger).refine(isTriggerKind, say.chooseATrigger),
  schedule: line(RULE_LIMITS.schedule, say.enterASchedule).default(""),
  query: line(RULE_LIMITS.query, say.queryTooLong(formatNumber(RULE_LIMITS.query))).default(""),
  changedFields: line(RULE_LIMITS.changedFields, say.tooManyChangedFields).default(""),
  newlyMet: Ticked,
  enabled: Ticked,
  stopAfter: Ticked,
  ...rows,
});

function fits({ trigger, schedule, ...fields }: Pick<RuleFields, "trigger" | "schedule">, context: z.RefinementCtx) {
  const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (trigger === "schedule" && schedule === "") refuse("schedule", say.enterASchedule);
  if (trigger === "schedule" && schedule !== "" && !parseSchedule(schedule))
    refuse("schedule", say.notASchedule(schedule));
  if (trigger !== "schedule" && schedule !== "") refuse("schedule", say.onlyForSchedules);
  const values = fields as unknown as RuleFields;
  for (const number of ACTION_NUMBERS) {
    if (values[`action${number}`] === "" && values[`value${number}`] !== "") {
      refuse(`action${number}`, say.chooseAnAction);
    }
  }
  if (ACTION_NUMBERS.every((number) => values[`action${number}`] === "")) refuse("action1", say.addAnAction);
}

/** Conditions and values are checked against the database (check-rule.server). */
export const RuleForm = Fields.superRefine(fits);
export const NewRuleForm = Fields.extend({ requestKey: RequestKey }).superRefine(fits);
/** A saved rule is parsed without checks, because things it names may have been deleted. */
export const RuleBaseline = Fields;

/** The readable fields of a refused form: each is parsed alone, and is empty if it is invalid. */
export function readableRule(form: FormData): RuleFields {
  const fields = RULE_FIELDS.map((field) => {
    const sent = form.getAll(field);
    const read = Fields.shape[field].safeParse(sent.length > 1 ? sent : sent[0]);
    return [field, read.success ? read.data : NEW_RULE[field]];
  });
  return Object.fromEntries(fields) as RuleFields;
}
