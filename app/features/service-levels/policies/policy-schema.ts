import * as z from "zod/v4";
import { line } from "~/features/records/form-schema";
import { RequestKey, RowId, Ticked } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { sortKey } from "~/lib/search-tokens";
import { formatTarget, parseTarget } from "../target-duration";
import { POLICY_LIMITS, TARGET_FIELDS } from "./policies";
import * as say from "./policies-copy";

const Target = line(POLICY_LIMITS.target, say.targetTooLong(POLICY_LIMITS.target))
  .default("")
  .transform((text, { addIssue }) => {
    const parsed = parseTarget(text);
    if (parsed.ok) return formatTarget(parsed.value);
    addIssue(parsed.message);
    return text;
  });

type Targets = Record<(typeof TARGET_FIELDS)[number]["field"], typeof Target>;

/** The query's meaning and the organization need the database (policies.server). */
export const PolicyForm = z.object({
  name: line(POLICY_LIMITS.name, say.nameTooLong(POLICY_LIMITS.name), say.enterAName).refine(
    (name) => name === "" || sortKey(name) !== "",
    say.nameNeedsALetter,
  ),
  query: line(POLICY_LIMITS.query, say.queryTooLong(formatNumber(POLICY_LIMITS.query))).default(""),
  calendar: z.string(say.chooseACalendar).refine((id) => RowId.safeParse(id).success, say.chooseACalendar),
  organization: line(POLICY_LIMITS.organization, say.organizationTooLong(POLICY_LIMITS.organization)).default(""),
  enabled: Ticked,
  ...(Object.fromEntries(TARGET_FIELDS.map(({ field }) => [field, Target])) as Targets),
});

export const NewPolicyForm = PolicyForm.extend({ requestKey: RequestKey });
