import { Fragment, type ReactNode } from "react";
import { controlsOf } from "~/features/records/record-form";
import { SEARCH_HELP } from "~/features/search/search-url";
import { PRIORITIES } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { METRICS } from "../service-levels";
import { tryIt } from "../what-if/what-if-copy";
import { type CalendarChoice, POLICY_LABELS, POLICY_LIMITS, type PolicyFields, TARGET_FIELDS } from "./policies";
import * as say from "./policies-copy";

type Props = {
  fields: PolicyFields;
  calendars: readonly CalendarChoice[];
  submit: string;
  refusal: Refusal | null | undefined;
  /** Hidden fields. */
  children: ReactNode;
};

/** The target fields by priority, most urgent first. */
const TARGET_ROWS = [...PRIORITIES].reverse().map((priority) => ({
  ...priority,
  targets: TARGET_FIELDS.filter((target) => target.priority === priority.key),
}));

export function PolicyForm({ fields, calendars, submit, refusal, children }: Props) {
  const { control, checkbox } = controlsOf(POLICY_LABELS, fields, refusal);
  return (
    <PageForm className="form" aria-label={say.policy}>
      <FormErrors refusal={refusal} labelOf={(name) => POLICY_LABELS[name as keyof PolicyFields]} />
      {children}
      <TextField {...control("name")} required maxLength={POLICY_LIMITS.name} autoComplete="off" />
      <TextField
        {...control("query")}
        maxLength={POLICY_LIMITS.query}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={say.appliesToHint((words) => <a href={SEARCH_HELP}>{words}</a>)}
      />
      <SelectField {...control("calendar")} choices={calendars} />
      <fieldset className="field targets" aria-describedby="targets-hint">
        <legend className="field-label">{say.targets}</legend>
        <p className="field-hint" id="targets-hint">
          {say.targetsHint}
        </p>
        {/* Each field has its own full label; the headings are only visual. */}
        <div className="target-fields">
          {METRICS.map((metric) => (
            <span key={metric} className="target-metric" aria-hidden="true">
              {say.metrics[metric]}
            </span>
          ))}
          {TARGET_ROWS.map(({ key, name, targets }) => (
            <Fragment key={key}>
              <span className="target-priority" aria-hidden="true">
                {name}
              </span>
              {targets.map(({ field }) => (
                <TextField
                  key={field}
                  {...control(field)}
                  maxLength={POLICY_LIMITS.target}
                  autoComplete="off"
                  spellCheck={false}
                />
              ))}
            </Fragment>
          ))}
        </div>
      </fieldset>
      <TextField
        {...control("organization")}
        maxLength={POLICY_LIMITS.organization}
        autoComplete="off"
        hint={say.organizationHint}
      />
      <CheckField {...checkbox("enabled")} hint={say.enabledHint} />
      <div className="buttons">
        <Button look="primary">{submit}</Button>
        <Button name="do" value="try">
          {tryIt}
        </Button>
        <ButtonLink look="quiet" href="/settings/service-levels">
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
