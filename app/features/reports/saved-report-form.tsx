import { choicesOf } from "~/features/records/record-form";
import { ScopeField } from "~/features/records/scope-field";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/page-form";
import { isPreset } from "./report-period";
import { REPORT_LIMITS } from "./reports";
import { BY_NAMES, daysOf, PRESET_NAMES } from "./reports-copy";
import * as say from "./saved-reports-copy";

export type SavedReportTexts = Record<"name" | "period" | "by" | "q" | "scope" | "mailed" | "recipients", string>;

type Props = {
  report: SavedReportTexts;
  teams: readonly { id: number; name: string }[];
  forEveryone: boolean;
  refusal: Refusal | null | undefined;
};

export function SavedReportFieldset({ report, teams, forEveryone, refusal }: Props) {
  const { period } = report;
  const [from = "", to = ""] = period.split("..");
  const fixed = isPreset(period) || to === "" ? [] : [{ value: period, label: daysOf(from, to) }];
  return (
    <>
      <FormErrors refusal={refusal} />
      <TextField
        label={say.name}
        name="name"
        defaultValue={report.name}
        maxLength={REPORT_LIMITS.name}
        refusal={refusal}
        required
      />
      <SelectField
        label={say.period}
        name="period"
        choices={[...fixed, ...choicesOf(PRESET_NAMES)]}
        defaultValue={period}
        refusal={refusal}
      />
      <SelectField
        label={say.groupBy}
        name="by"
        choices={choicesOf(BY_NAMES)}
        defaultValue={report.by}
        refusal={refusal}
      />
      <TextField
        label={say.filter}
        name="q"
        defaultValue={report.q}
        maxLength={REPORT_LIMITS.filter}
        autoCapitalize="none"
        spellCheck={false}
        refusal={refusal}
      />
      <ScopeField scope={report.scope} {...{ teams, forEveryone, refusal }} />
      <SelectField
        label={say.mail}
        name="mailed"
        choices={choicesOf(say.MAILED_NAMES)}
        defaultValue={report.mailed}
        refusal={refusal}
      />
      <TextField
        label={say.recipients}
        name="recipients"
        defaultValue={report.recipients}
        maxLength={REPORT_LIMITS.recipientsText}
        hint={say.recipientsHint}
        refusal={refusal}
      />
    </>
  );
}
