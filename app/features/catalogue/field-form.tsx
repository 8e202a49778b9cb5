import type { FieldOption } from "~/features/custom-fields/field-rules";
import { choicesOf, controlsOf } from "~/features/records/record-form";
import type { Refusal } from "~/lib/refusal";
import { fieldId, SelectField, TextArea, TextField } from "~/ui/field";
import { SectionHeader } from "~/ui/page-header";
import * as say from "./catalogue-copy";
import {
  CONDITION_NAMES,
  CUSTOM_FIELD_LIMITS,
  type CustomFieldFields,
  FIELD_LABELS,
  fieldValue,
  hasOptions,
  KIND_NAMES,
  parseOptions,
  REQUIRED_NAMES,
  VISIBILITY_NAMES,
} from "./fields";

type Props = {
  fields: CustomFieldFields;
  /** Whether tasks have values in it; its kind can't change then. */
  filled?: boolean;
  types: readonly { key: string; name: string }[];
  /** Other fields its condition can depend on. */
  others: readonly { key: string; label: string }[];
  refusal: Refusal | null | undefined;
};

/** Controls that other choices make pointless are hidden by the style sheet (pages/settings.css), so it works without scripts. */
export function FieldFieldset({ fields, filled = false, types, others, refusal }: Props) {
  const { control } = controlsOf(FIELD_LABELS, fields, refusal);
  return (
    <>
      <TextField {...control("label")} required maxLength={CUSTOM_FIELD_LIMITS.label} autoComplete="off" />
      <TextArea {...control("help")} rows={2} maxLength={CUSTOM_FIELD_LIMITS.help} hint={say.helpHint} />
      {filled ? (
        <>
          <input type="hidden" name="kind" value={fields.kind} />
          <p className="field">
            <span className="field-label">{FIELD_LABELS.kind}</span>
            <span>{fieldValue("kind", fields)}</span>
          </p>
        </>
      ) : (
        <SelectField {...control("kind")} choices={choicesOf(KIND_NAMES)} hint={say.kindHint} />
      )}
      {(!filled || hasOptions(fields.kind)) && (
        <div className="form if-options">
          <Options fields={fields} refusal={refusal} />
        </div>
      )}
      <section className="form" aria-labelledby="shown">
        <SectionHeader title={say.display} id="shown" />
        <TypeBoxes chosen={fields.types} types={types} refusal={refusal} />
        <div className="form-row">
          <SelectField {...control("visibility")} choices={choicesOf(VISIBILITY_NAMES)} />
          <SelectField {...control("required")} choices={choicesOf(REQUIRED_NAMES)} hint={say.requiredHint} />
        </div>
        <div className="form-row">
          <SelectField
            {...control("conditionField")}
            none={say.noCondition}
            choices={[
              { value: "type", label: say.entry.types },
              ...others.map(({ key, label }) => ({ value: key, label })),
            ]}
          />
          <SelectField {...control("conditionIs")} className="if-condition" choices={choicesOf(CONDITION_NAMES)} />
          <TextField
            {...control("conditionValue")}
            className="if-condition"
            maxLength={CUSTOM_FIELD_LIMITS.value}
            autoComplete="off"
            hint={say.conditionValueHint}
          />
        </div>
      </section>
    </>
  );
}

function Options({ fields, refusal }: Pick<Props, "fields" | "refusal">) {
  const options = parseOptions(refusal?.values.options ?? fields.options);
  return (
    <>
      {options.length > 0 && (
        <fieldset className="field options" id={fieldId("options")}>
          <legend className="field-label">{FIELD_LABELS.options}</legend>
          <ol>
            {options.map((option, index) => (
              <OptionLine key={option.key} option={option} place={index + 1} />
            ))}
          </ol>
          <p className="field-hint">{say.retiredOptionsHint}</p>
        </fieldset>
      )}
      <TextArea
        label={options.length > 0 ? say.moreOptions : FIELD_LABELS.options}
        name="newOptions"
        rows={4}
        defaultValue=""
        hint={say.optionsHint(CUSTOM_FIELD_LIMITS.options)}
        refusal={refusal?.errors.options && { ...refusal, errors: { newOptions: refusal.errors.options } }}
      />
    </>
  );
}

const OptionLine = ({ option: { key, label, enabled }, place }: { option: FieldOption; place: number }) => (
  <li>
    <input type="hidden" name="optionKey" value={key} />
    <input
      className="input option-place"
      name="optionPlace"
      type="number"
      min={1}
      max={CUSTOM_FIELD_LIMITS.options}
      defaultValue={place}
      aria-label={say.positionOf(label)}
    />
    <input
      className="input"
      name="optionLabel"
      maxLength={CUSTOM_FIELD_LIMITS.option}
      defaultValue={label}
      autoComplete="off"
      aria-label={say.nameOf(label)}
    />
    <label className="checkbox">
      <input type="checkbox" autoComplete="off" name="optionOffered" value={key} defaultChecked={enabled} />
      <span>
        {say.available}
        <span className="unseen"> {label}</span>
      </span>
    </label>
  </li>
);

function TypeBoxes({ chosen, types, refusal }: Pick<Props, "types" | "refusal"> & { chosen: readonly string[] }) {
  const ticked = refusal ? (refusal.values.types ?? "").split(",") : chosen;
  const errors = refusal?.errors.types ?? [];
  const id = fieldId("types");
  return (
    <fieldset className="field" id={id} aria-describedby={errors.length > 0 ? `${id}-error` : undefined}>
      <legend className="field-label">{FIELD_LABELS.types}</legend>
      {types.map(({ key, name }) => (
        <label key={key} className="checkbox">
          <input type="checkbox" autoComplete="off" name="types" value={key} defaultChecked={ticked.includes(key)} />
          <span>{name}</span>
        </label>
      ))}
      <p className="field-hint">{say.typesHint}</p>
      {errors.length > 0 && (
        <p className="field-error" id={`${id}-error`}>
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
