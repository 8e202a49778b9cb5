import type { Refusal } from "~/lib/refusal";
import { fieldId } from "~/ui/field";

/** Checkboxes of one name, any number of which can be ticked. */
export function CheckListField({
  label,
  name,
  choices,
  hint,
  refusal,
}: {
  label: string;
  name: string;
  choices: readonly { id: number; name: string }[];
  hint?: string;
  refusal: Refusal | null | undefined;
}) {
  const id = fieldId(name);
  const errors = refusal?.errors[name] ?? [];
  const ticked = refusal?.values[name]?.split(",") ?? [];
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset className="field" id={id} aria-describedby={describedBy || undefined}>
      <legend className="field-label">{label}</legend>
      <div className="check-list">
        {choices.map((choice) => (
          <label key={choice.id} className="checkbox">
            <input
              type="checkbox"
              autoComplete="off"
              name={name}
              value={choice.id}
              defaultChecked={ticked.includes(String(choice.id))}
            />
            <span>{choice.name}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <p className="field-error" id={`${id}-error`}>
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
