import type { ReactNode } from "react";
import { choicesOf, controlsOf } from "~/features/records/record-form";
import { SEARCH_HELP } from "~/features/search/search-url";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import type { ActionOffers } from "./action-offers";
import { RuleAction } from "./rule-action.island";
import { ACTION_NUMBERS, RULE_LABELS, RULE_LIMITS, type RuleFields, TRIGGERS } from "./rules";
import * as say from "./rules-copy";

type Props = {
  fields: RuleFields;
  offers: ActionOffers;
  submit: string;
  refusal: Refusal | null | undefined;
  /** Hidden fields. */
  children: ReactNode;
};

export function RuleForm({ fields, offers, submit, refusal, children }: Props) {
  const { control, checkbox } = controlsOf<RuleFields>(RULE_LABELS, fields, refusal);
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <PageForm className="form rule-form" aria-label={say.rule}>
      <FormErrors refusal={refusal} labelOf={(name) => RULE_LABELS[name as keyof RuleFields]} />
      {children}
      <TextField {...control("name")} required maxLength={RULE_LIMITS.name} autoComplete="off" />
      <SelectField {...control("trigger")} choices={choicesOf(TRIGGERS)} />
      <TextField
        {...control("schedule")}
        {...plain}
        className="if-scheduled"
        maxLength={RULE_LIMITS.schedule}
        hint={say.scheduleHint}
      />
      <TextField
        {...control("changedFields")}
        {...plain}
        className="if-changed"
        maxLength={RULE_LIMITS.changedFields}
        hint={say.changedFieldsHint}
      />
      <TextField
        {...control("query")}
        {...plain}
        maxLength={RULE_LIMITS.query}
        hint={say.onlyIfHint((words) => <a href={SEARCH_HELP}>{words}</a>)}
      />
      <CheckField {...checkbox("newlyMet")} className="if-changed" hint={say.newlyMetHint} />
      <fieldset className="field">
        <legend className="field-label">{say.actions}</legend>
        <details open={refusal ? true : undefined}>
          <summary>{say.valuesHint}</summary>
          <ul>
            {say.VALUE_HINTS.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </details>
        {ACTION_NUMBERS.map((number) => (
          <RuleAction
            key={number}
            kind={control(`action${number}`)}
            value={control(`value${number}`)}
            offers={offers}
          />
        ))}
      </fieldset>
      <CheckField {...checkbox("stopAfter")} hint={say.stopAfterHint} />
      <CheckField {...checkbox("enabled")} hint={say.enabledHint} />
      <div className="buttons">
        <Button look="primary">{submit}</Button>
        <Button name="do" value="rehearse">
          {say.rehearse}
        </Button>
        <ButtonLink look="quiet" href="/settings/rules">
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
