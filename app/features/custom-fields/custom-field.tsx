import { useState } from "react";
import { chosenKeys, type FieldValues, ownValue } from "~/lib/field-visibility";
import type { Refusal } from "~/lib/refusal";
import { fieldId, SelectField, TextArea, TextField } from "~/ui/field";
import * as say from "./custom-fields-copy";
import { fieldName } from "./field-name";
import type { FieldDefinition } from "./field-rules";

type Props = {
  field: FieldDefinition;
  /** The task's value, sent back to detect others' changes. */
  was: string;
  /** Current form values, by key. */
  typed: FieldValues;
  refusal: Refusal | null | undefined;
};

export function CustomField({ field, was, typed, refusal }: Props) {
  const name = fieldName(field.key);
  const [text] = useState(ownValue(typed, field.key) ?? ""); // later typing must not change the control's default value
  return (
    <>
      <input type="hidden" name={`was_${name}`} value={was} />
      <Control field={field} name={name} text={text} refusal={refusal} />
    </>
  );
}

type ControlProps = { field: FieldDefinition; name: string; text: string; refusal: Refusal | null | undefined };

function Control({ field, name, text, refusal: refused }: ControlProps) {
  const refusal = refused && { ...refused, values: {} }; // `text` already has the typed value
  const { label } = field;
  const shared = { label, name, hint: hintOf(field), defaultValue: text, refusal };
  switch (field.kind) {
    case "longtext":
      return <TextArea {...shared} rows={3} />;
    case "select":
      return <SelectField {...shared} none={say.none} choices={choicesOf(field, [text])} />;
    case "boolean":
    case "multiselect":
      return <Boxes {...{ field, name, text, refusal }} />;
    case "number":
      return <TextField {...shared} inputMode="decimal" autoComplete="off" />;
    case "date":
      return <TextField {...shared} type="date" max="9999-12-31" />;
    case "datetime":
      return <TextField {...shared} type="datetime-local" max="9999-12-31T23:59" />;
    case "url":
      return <TextField {...shared} inputMode="url" autoComplete="off" />;
    default:
      return <TextField {...shared} autoComplete="off" />;
  }
}

const NEEDED = { never: "", create: say.needed, resolve: say.requiredToResolve } as const;

const hintOf = ({ help, required }: FieldDefinition) => [help, NEEDED[required]].filter(Boolean).join(" ") || undefined;

/** The offered options, plus retired ones that are already chosen. */
const choicesOf = ({ options }: FieldDefinition, chosen: readonly string[]) =>
  options
    .filter(({ key, enabled }) => enabled || chosen.includes(key))
    .map(({ key, label }) => ({ value: key, label }));

/** Checkboxes. The empty hidden control tells "nothing ticked" from "not in the form". */
function Boxes({ field, name, text, refusal }: ControlProps) {
  const errors = refusal?.errors[name] ?? [];
  const chosen = field.kind === "boolean" ? [text] : chosenKeys(text);
  const boxes = field.kind === "boolean" ? [{ value: "1", label: say.yes }] : choicesOf(field, chosen);
  const id = fieldId(name);
  const hint = hintOf(field);
  return (
    <fieldset
      className="field"
      hidden={refusal?.asked?.includes(name)}
      id={id}
      aria-describedby={errors.length > 0 ? `${id}-error` : undefined}
    >
      <legend className="field-label">{field.label}</legend>
      <input type="hidden" name={name} value="" />
      {boxes.map((box) => (
        <label key={box.value} className="checkbox">
          <input
            type="checkbox"
            autoComplete="off"
            name={name}
            value={box.value}
            defaultChecked={chosen.includes(box.value)}
          />
          <span>{box.label}</span>
        </label>
      ))}
      {hint && <p className="field-hint">{hint}</p>}
      {errors.length > 0 && (
        <p className="field-error" id={`${id}-error`}>
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
